/**
 * Draws histories of a space and a repository. Each edit and each push writes a word of its own. At the end, every word
 * that was acknowledged, and that nobody deleted on purpose, is in the space, in the repository, in an open change
 * request, or in the report of an operation.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../../test/clock.ts';
import { addMember, addSpace } from '../../../../test/factories.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../test/git-fixtures.ts';
import { useGitGround } from '../../../../test/git-ground.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { createRandom } from '../../../../test/random.ts';
import { createEditingParts } from '../../../cli/editing-parts.ts';
import { readRef } from '../../../cli/read-ref.ts';
import { openFolderSource } from '../import/folder-source.ts';
import { importFolderInto } from './import-folder.ts';

const [HISTORIES, STEPS] = process.env.LECTERN_SOAK ? [1000, 14] : [60, 8];
/** The same histories in every run of `npm test`; the soak draws others. */
const FIRST_SEED = process.env.LECTERN_SOAK ? Date.now() % 1_000_000_000 : 1;

const clock = createTestClock();
const ground = useGitGround(clock.now);

const paragraphs = (name: string): string => [1, 2, 3].map((n) => `Paragraph ${n} of ${name}.`).join('\n\n');
const FILES: FixtureFiles = {
  'README.md': `# Welcome\n\n${paragraphs('welcome')}\n`,
  'use.md': `---\ndescription: How to use it\n---\n\n# Use it\n\n${paragraphs('use')}\n`,
  'guides/deep.md': `# Deep\n\n${paragraphs('deep')}\n`,
  'docs/README.md': `# Inner\n\n${paragraphs('inner')}\n`,
  'docs/more.md': `# More\n\n${paragraphs('more')}\n`,
  '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\n${paragraphs('note')}\n`,
  '.gitbook/assets/facts.txt': 'Facts.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Use it](use.md)\n* [Deep](guides/deep.md)\n* [Inner](docs/README.md)\n* [More](docs/more.md)\n',
};

const BRANCHES = ['main', 'main', 'main', 'next'] as const;

interface Page {
  id: string;
  type: string;
  title: string;
  slug?: string;
  description?: string;
  pages?: Page[];
}

interface Content {
  pages: Page[];
  files: { id: string; name: string }[];
  reusableContents: { id: string; title: string }[];
}

type Side = 'space' | 'repository';

const WORD = /w\d+x/g;
const wordsIn = (text: string): Set<string> => new Set(text.match(WORD) ?? []);

class History {
  readonly #random: () => number;
  readonly #name: string;
  readonly #space: string;
  readonly #spaceId: string;
  readonly #repository: FixtureRepository;
  readonly #tokens: readonly string[];
  /** The words that were acknowledged, by the side that wrote them. */
  readonly #words = new Map<string, Side>();
  readonly #deleted = new Set<string>();
  readonly log: string[] = [];

  constructor(
    seed: number,
    {
      spaceId,
      repository,
      name,
      tokens,
    }: {
      spaceId: string;
      repository: FixtureRepository;
      name: string;
      tokens: readonly string[];
    },
  ) {
    this.#random = createRandom(seed);
    this.#spaceId = spaceId;
    this.#space = `/v1/spaces/${spaceId}`;
    this.#repository = repository;
    this.#name = name;
    this.#tokens = tokens;
  }

  async run(steps: number): Promise<void> {
    await this.#operate();
    for (let step = 0; step < steps; step += 1) {
      const at = this.#random();
      if (at < 0.35) await this.#edit();
      else if (at < 0.6) await this.#push();
      else await this.#operate();
    }
    await this.#settle();
    await this.#check();
  }

  // The writers of the space.

  async #edit(): Promise<void> {
    const content = await this.#content(this.#space);
    const documents = flat(content.pages).filter(({ type }) => type === 'document');
    const page = this.#pick(documents);
    const word = this.#newWord();
    const kind = this.#pick([
      'append',
      'append',
      'append',
      'replace',
      'insert',
      'delete',
      'rename',
      'more',
    ] as const);
    if (!page || kind === 'insert') {
      const into = page && this.#random() < 0.4 ? { into: page.id } : {};
      await this.#change('', word, `insert ${word}`, {
        operation: 'insert_page',
        title: `Page ${word}`,
        ...into,
        document: { markdown: `# Page ${word}\n\nNew.\n` },
      });
      return;
    }
    if (kind === 'delete') {
      const before = await Promise.all(flat([page]).map((one) => this.#textOf(this.#space, one)));
      const change = { operation: 'delete_page', page: page.id };
      await this.#change(before.join('\n'), undefined, `delete ${page.title}`, change);
      return;
    }
    if (kind === 'rename' || kind === 'more') {
      await this.#editFields(content, page, word);
      return;
    }
    const markdown = await this.#markdown(this.#space, page.id);
    const after = this.#write(markdown, word, kind);
    await this.#change(
      markdown,
      word,
      `${kind} ${word} in ${page.title}`,
      {
        operation: 'update_page',
        page: page.id,
        document: { markdown: after },
      },
      after,
    );
  }

  /** Changes something other than the text of a page. */
  async #editFields(content: Content, page: Page, word: string): Promise<void> {
    const field = this.#pick(['title', 'slug', 'description', 'reusable', 'file', 'move'] as const);
    const update = { operation: 'update_page', page: page.id };
    if (field === 'title')
      await this.#change(page.title, word, `title ${word}`, { ...update, title: `Titled ${word}` });
    else if (field === 'slug')
      await this.#change(page.slug ?? '', word, `slug ${word}`, { ...update, slug: `slug-${word}` });
    else if (field === 'description')
      await this.#change(page.description ?? '', word, `description ${word}`, {
        ...update,
        description: word,
      });
    else if (field === 'file')
      await this.#change('', word, `file ${word}`, {
        operation: 'insert_files',
        files: [{ name: `${word}.txt`, base64: Buffer.from(word).toString('base64') }],
      });
    else if (field === 'move')
      await this.#change('', undefined, `move ${page.title}`, { ...update, into: null, at: 0 });
    else {
      const reusable = this.#pick(content.reusableContents);
      if (!reusable) return;
      const before = await this.#reusable(this.#space, reusable.id);
      const after = `Note ${[...wordsIn(before), word].join(', ')}.\n`;
      await this.#change(
        before,
        word,
        `reusable ${word}`,
        {
          operation: 'update_reusable_content',
          reusableContent: reusable.id,
          document: { markdown: after },
        },
        after,
      );
    }
  }

  /** Sends a change. `before` is the text that the writer saw in its place. */
  async #change(
    before: string,
    word: string | undefined,
    log: string,
    change: object,
    after = '',
  ): Promise<void> {
    const answer = await ground.app.request('POST', `${this.#space}/content`, {
      body: { changes: [change] },
      token: this.#pick(this.#tokens) as string,
    });
    this.log.push(`edit: ${log} → ${answer.statusCode}`);
    if (answer.statusCode >= 300) {
      expect([400, 404, 409], answer.body).toContain(answer.statusCode);
      return;
    }
    this.#forget(before, after);
    if (word !== undefined) this.#words.set(word, 'space');
  }

  // The people who push.

  async #push(): Promise<void> {
    const branch = this.#pick(BRANCHES) as string;
    const kind = this.#random();
    if (kind < 0.08) return this.#tag(branch);
    if (kind < 0.16) return this.#rewrite(branch);
    if (!(await this.#exists(branch))) {
      await this.#repository.git(['update-ref', `refs/heads/${branch}`, 'refs/heads/main']);
      this.log.push(`push: ${branch} begins at main`);
    }
    if (kind < 0.24 && (await this.#exists('next'))) return this.#mergeNext();
    const before = await this.#readBranch(branch);
    const word = this.#newWord();
    const files = this.#changeFiles(before, word);
    if (!files) return;
    await this.#repository.commit(files, { branch, message: 'Push' });
    const after = await this.#readBranch(branch);
    this.#forget(textOf(before), textOf(after));
    if (wordsIn(textOf(after)).has(word)) this.#words.set(word, 'repository');
    this.log.push(`push: ${branch} ${word} ${Object.keys(files).join(' ')}`);
  }

  #changeFiles(files: Map<string, string>, word: string): FixtureFiles | undefined {
    const pages = [...files.keys()].filter((path) => /\.md$/.test(path) && !/SUMMARY|includes/.test(path));
    const path = this.#pick(pages);
    if (path === undefined) return undefined;
    const text = files.get(path) ?? '';
    const summary = files.get('SUMMARY.md');
    const list = (edit: (text: string) => string): FixtureFiles =>
      summary === undefined ? {} : { 'SUMMARY.md': edit(summary) };
    const folder = dirname(path) === '.' ? '' : `${dirname(path)}/`;
    const kind = this.#pick([
      'append',
      'append',
      'append',
      'replace',
      'new',
      'delete',
      'move',
      'title',
      'more',
    ] as const);
    switch (kind) {
      case 'append':
      case 'replace':
        return { [path]: this.#write(text, word, kind) };
      case 'new':
        return {
          [`${folder}${word}.md`]: `# Pushed ${word}\n\nNew.\n`,
          ...list((old) => `${old.trimEnd()}\n* [Pushed ${word}](${folder}${word}.md)\n`),
        };
      case 'delete':
        if (pages.length < 3) return undefined;
        return { [path]: null, ...list((old) => withoutLine(old, path)) };
      case 'move':
        return {
          [path]: null,
          [`${folder}moved-${word}.md`]: text,
          ...list((old) => old.replace(`](${path})`, `](${folder}moved-${word}.md)`)),
        };
      case 'title':
        return { [path]: text.replace(/^# .*$/m, `# Titled ${word}`) };
      default:
        return this.#pick<FixtureFiles>([
          list((old) => `${old.trimEnd()}\n\n## Group ${word}\n`),
          list((old) => `${old.trimEnd()}\n* [Link](https://example.com/${word})\n`),
          { '.gitbook/vars.yaml': `name: ${word}\n` },
          { '.gitbook/assets/facts.txt': `Facts ${word}.\n` },
          { '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\n${paragraphs('note')}\n\nAnd ${word}.\n` },
          { [path]: `---\ndescription: ${word}\n---\n\n${text.replace(/^---\n[\s\S]*?\n---\n+/, '')}` },
        ]);
    }
  }

  async #tag(branch: string): Promise<void> {
    if (!(await this.#exists(branch))) return;
    await this.#repository.git(['update-ref', 'refs/tags/v1', `refs/heads/${branch}`]);
    this.log.push(`push: tag v1 at ${branch}`);
  }

  /** Takes back commits, and adds another one. What others wrote there was not deleted on purpose. */
  async #rewrite(branch: string): Promise<void> {
    if (!(await this.#exists(branch))) return;
    const listed = await this.#repository.git([
      'rev-list',
      '--first-parent',
      '--max-count=3',
      `refs/heads/${branch}`,
    ]);
    const oids = listed.split('\n');
    if (oids.length < 2) return;
    const before = textOf(await this.#readBranch(branch));
    await this.#repository.git(['update-ref', `refs/heads/${branch}`, this.#pick(oids) as string]);
    const after = wordsIn(textOf(await this.#readBranch(branch)));
    for (const word of wordsIn(before))
      if (!after.has(word) && this.#words.get(word) === 'repository') this.#deleted.add(word);
    this.log.push(`push: ${branch} is rewritten`);
  }

  async #mergeNext(): Promise<void> {
    const { git } = this.#repository;
    const tree = await git(['merge-tree', '--write-tree', 'refs/heads/main', 'refs/heads/next']).catch(
      () => undefined,
    );
    if (tree === undefined) return;
    const before = textOf(await this.#readBranch('main')) + textOf(await this.#readBranch('next'));
    const parents = ['-p', 'refs/heads/main', '-p', 'refs/heads/next'];
    const oid = await git(['commit-tree', ...parents, '-m', 'Merge', tree.split('\n')[0] as string]);
    await git(['update-ref', 'refs/heads/main', oid]);
    const after = textOf(await this.#readBranch('main')) + textOf(await this.#readBranch('next'));
    this.#forget(before, after);
    this.log.push('push: next is merged into main');
  }

  // What brings both together.

  async #operate(): Promise<void> {
    const kind = this.#pick([
      'import',
      'import',
      'command',
      'folder',
      'connect',
      'connect',
      'disconnect',
      'sync',
      'sync',
      'export',
      'wait',
    ] as const);
    switch (kind) {
      case 'import':
      case 'command':
        return this.#import(kind === 'command');
      case 'folder':
        return this.#importFolder();
      case 'connect':
        return this.#request('PUT', '/git', {
          ref: `refs/heads/${this.#pick(BRANCHES)}`,
          direction: this.#pick(['both', 'both', 'import', 'export']),
          initialDirection: this.#pick(['import', 'import', 'export']),
        });
      case 'disconnect':
        return this.#request('DELETE', '/git', undefined);
      case 'sync':
        if (this.#random() < 0.3) return this.#request('POST', '/git/resume', { force: true });
        return this.#request('POST', '/git/sync', this.#random() < 0.2 ? { force: true } : {});
      case 'export':
        return this.#request('POST', '/git/export', {
          ref: `refs/heads/${this.#pick([...BRANCHES, 'other'])}`,
          commitMessage: 'Export',
          ...(this.#random() < 0.3 ? { force: true } : {}),
        });
      case 'wait':
        return this.#settle();
    }
  }

  async #import(isCommand: boolean): Promise<void> {
    const oid = await this.#repository.git(['rev-list', '--max-count=1', '--skip=1', 'refs/heads/main']);
    const ref = isCommand
      ? readRef(this.#pick(['HEAD', 'HEAD', 'main', 'next']) as string)
      : (this.#pick(['refs/heads/main', 'refs/heads/next', 'HEAD', 'refs/tags/v1', oid || 'HEAD']) as string);
    const standalone = !isCommand && this.#random() < 0.1 ? { standalone: true } : {};
    const force = !isCommand && this.#random() < 0.2 ? { force: true } : {};
    await this.#request('POST', '/git/import', { ref, ...standalone, ...force });
  }

  async #importFolder(): Promise<void> {
    const space = await ground.app.context.pointers.spaces.find(this.#spaceId);
    const isConnected = (await this.#get(`${this.#space}/git`)).object === 'git-connection';
    if (!space || isConnected) return;
    const folder = await mkdtemp(join(tmpdir(), 'lectern-folder-'));
    try {
      for (const [path, text] of await this.#readBranch('main')) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      await importFolderInto(createEditingParts(ground.app.context), space, {
        source: await openFolderSource(folder),
        projectDirectory: '',
        authorId: null,
        onProgress: () => {},
      });
      this.log.push('import of a folder');
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async #request(method: 'PUT' | 'POST' | 'DELETE', path: string, body: object | undefined): Promise<void> {
    const hasPlace = body && 'ref' in body;
    const url = `${ground.git.url(this.#name)}${this.#random() < 0.3 ? '.git' : ''}`;
    const directory = this.#random() < 0.12 ? { repoProjectDirectory: this.#pick(['docs', '/docs/']) } : {};
    const answer = await ground.app.request(method, `${this.#space}${path}`, {
      ...(body ? { body: { ...body, ...(hasPlace ? { url, ...directory } : {}) } } : {}),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    await runJobs(ground.app);
    const operations = await this.#get(`${this.#space}/git/operations?limit=1`);
    const [last] = (operations.items ?? []) as { state: string; error?: string }[];
    const place = hasPlace ? ` ${url.endsWith('.git') ? '.git' : ''} ${JSON.stringify(directory)}` : '';
    this.log.push(
      `${method} ${path} ${JSON.stringify(body ?? {})}${place} → ${answer.statusCode}, ${last?.state} ${last?.error ?? ''}`,
    );
    expect(last?.error ?? '').not.toContain('Something went wrong');
  }

  async #settle(): Promise<void> {
    clock.advance(60_000);
    await runJobs(ground.app);
    this.log.push('wait');
  }

  // What is where.

  async #check(): Promise<void> {
    const kept = new Set<string>();
    const note = (text: string): void => {
      for (const word of wordsIn(text)) kept.add(word);
    };
    note(await this.#allText(this.#space));
    const { items } = (await this.#get(`${this.#space}/change-requests?status=open&limit=1000`)) as {
      items: { id: string }[];
    };
    for (const { id } of items) note(await this.#allText(`${this.#space}/change-requests/${id}`));
    const refs = await this.#repository.git(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads']);
    for (const branch of refs.split('\n')) note(textOf(await this.#readBranch(branch)));
    const operations = (await this.#get(`${this.#space}/git/operations?limit=1000`)) as {
      items: { id: string }[];
    };
    for (const { id } of operations.items)
      note(JSON.stringify(await this.#get(`${this.#space}/git/operations/${id}`)));
    const lost = [...this.#words.keys()].filter((word) => !kept.has(word) && !this.#deleted.has(word));
    expect(lost, 'words that are lost').toEqual([]);
  }

  /** What a writer saw and did not leave there was deleted on purpose. */
  #forget(before: string, after: string): void {
    const left = wordsIn(after);
    for (const word of wordsIn(before)) if (!left.has(word)) this.#deleted.add(word);
  }

  async #allText(place: string): Promise<string> {
    const content = await this.#content(place);
    const texts = [JSON.stringify(content)];
    for (const page of flat(content.pages)) texts.push(await this.#textOf(place, page));
    for (const { id } of content.reusableContents) texts.push(await this.#reusable(place, id));
    return texts.join('\n');
  }

  async #textOf(place: string, page: Page): Promise<string> {
    const text = page.type === 'document' ? await this.#markdown(place, page.id) : '';
    return [page.title, page.slug, page.description, text].join('\n');
  }

  async #content(place: string): Promise<Content> {
    return (await this.#get(`${place}/content`)) as unknown as Content;
  }

  async #markdown(place: string, id: string): Promise<string> {
    return String((await this.#get(`${place}/content/page/${id}?format=markdown`)).markdown ?? '');
  }

  async #reusable(place: string, id: string): Promise<string> {
    const { document } = await this.#get(`${place}/content/reusable-contents/${id}`);
    return JSON.stringify(await this.#get(`${this.#space}/documents/${document}`));
  }

  async #get(path: string): Promise<Record<string, unknown>> {
    return (await ground.app.request('GET', path)).json();
  }

  /** The text files of a branch, by their paths. */
  async #readBranch(branch: string): Promise<Map<string, string>> {
    const listed = await this.#repository.git(['ls-tree', '-r', '-z', `refs/heads/${branch}`]);
    const entries = listed
      .split('\0')
      .filter(Boolean)
      .map((record) => {
        const [facts = '', path = ''] = record.split('\t');
        return { path, oid: facts.split(' ')[2] as string };
      });
    const output = await this.#repository.git(
      ['cat-file', '--batch=%(objectname)'],
      entries.map(({ oid }) => `${oid}\n`).join(''),
    );
    const parts = output.split(/(?:^|\n)[0-9a-f]{40}\n/).slice(1);
    return new Map(entries.map(({ path }, at) => [path, parts[at] ?? '']));
  }

  async #exists(branch: string): Promise<boolean> {
    const found = await this.#repository.git(['for-each-ref', `refs/heads/${branch}`]);
    return found !== '';
  }

  #write(text: string, word: string, kind: 'append' | 'replace'): string {
    const lines = text.split('\n');
    const plain = lines.flatMap((line, at) => (/^[A-Z][^\n]*\.\r?$/.test(line) ? [at] : []));
    const at = this.#pick(plain);
    if (at === undefined) return `${text.trimEnd()}\n\nAdded ${word}.\n`;
    const line = lines[at] as string;
    lines[at] = kind === 'replace' ? `Replaced ${word}.` : `${line} And ${word}.`;
    return lines.join('\n');
  }

  #newWord(): string {
    return `w${this.#words.size}${Math.floor(this.#random() * 1e6)}x`;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }
}

const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

const textOf = (files: ReadonlyMap<string, string>): string =>
  [...files].map(([path, text]) => `${path}\n${text}`).join('\n');

const withoutLine = (text: string, path: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes(`](${path})`))
    .join('\n');

test(`in ${HISTORIES} histories of a space and a repository, no word is lost`, async () => {
  const writers = [
    await addMember(ground.app, { role: 'edit' }),
    await addMember(ground.app, { role: 'edit' }),
  ];
  const tokens = writers.map(({ token }) => token);
  for (let n = 0; n < HISTORIES; n += 1) {
    const seed = FIRST_SEED + n;
    const name = `history${n}`;
    const repository = await ground.serve(name, FILES);
    const history = new History(seed, { spaceId: await addSpace(ground.app), repository, name, tokens });
    try {
      await history.run(STEPS);
    } catch (error) {
      throw new Error(`History ${seed}:\n${history.log.join('\n')}`, { cause: error });
    }
  }
}, 7_200_000);
