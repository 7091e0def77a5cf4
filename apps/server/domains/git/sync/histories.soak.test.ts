/**
 * Draws histories of a space and a repository. Each edit and each push writes a word of its own. After each step, every
 * word that was in the space, in a branch, or in an open change request still is in one of these, or the report of an
 * operation names it as not kept, unless somebody deleted it on purpose in one of the places that the step brought
 * together.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import {
  SPACE,
  sourceOfBranch,
  sourceOfRequest,
  textOf,
  type WordSource,
  type WordsBySource,
  WrittenWords,
  wordsIn,
} from '../../../../../test/fixtures/git/sync/written-words.ts';
import type { FixtureFiles, FixtureRepository } from '../../../../../test/git-fixtures.ts';
import { useGitSetup } from '../../../../../test/git-setup.ts';
import { runJobs, runJobsFor } from '../../../../../test/jobs.ts';
import { createRandom } from '../../../../../test/random.ts';
import { startWebServer, type WebServer } from '../../../../../test/web-server.ts';
import { zipOf } from '../../../../../test/zip.ts';
import { createEditingParts } from '../../../../cli/commands/editing-parts.ts';
import { readRef } from '../../../../cli/commands/read-ref.ts';
import { openFolderSource } from '../import/folder-source.ts';
import { importFolderInto } from './import-folder.ts';

const [HISTORIES, STEPS, LIMIT_MS] = [1000, 14, 7_200_000];
/** The same histories in every run of `npm test`; the soak draws others. */
const FIRST_SEED = Date.now() % 1_000_000_000;

/** Much of a history is waiting for processes, so two run at a time, each with a service of its own. */
const SERVICES = [1, 2].map(() => {
  const clock = createTestClock();
  return { clock, setup: useGitSetup(clock.now) };
});
type Service = (typeof SERVICES)[number];
let web: WebServer;
beforeAll(async () => {
  web = await startWebServer();
});
afterAll(() => web.close());

/** Each paragraph has a word of its own; those that are written later begin with another digit. */
const paragraphs = (page: number): string =>
  [1, 2, 3].map((n) => `Paragraph ${n} with w0${page}${n}x.`).join('\n\n');
const FILES: FixtureFiles = {
  'README.md': `# Welcome\n\n${paragraphs(1)}\n`,
  'use.md': `---\ndescription: How to use it\n---\n\n# Use it\n\n${paragraphs(2)}\n`,
  'guides/deep.md': `# Deep\n\n${paragraphs(3)}\n`,
  'docs/README.md': `# Inner\n\n${paragraphs(4)}\n`,
  'docs/more.md': `# More\n\n${paragraphs(5)}\n`,
  '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\n${paragraphs(6)}\n`,
  '.gitbook/assets/facts.txt': 'Facts w07x.\n',
  LICENSE: 'Copyright w08x.\n',
  'src/main.js': 'run(w09x);\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Use it](use.md)\n* [Deep](guides/deep.md)\n* [Inner](docs/README.md)\n* [More](docs/more.md)\n',
};

/** The branches that the space is connected to, imported from and exported to. */
const BRANCHES = ['main', 'main', 'main', 'next'] as const;
/** One that is a change request of spaces with a branch pattern. */
const TOPIC = 'docs/topic';

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

interface Connection {
  object: string;
  ref?: string;
  branchPattern?: string;
  mirrorPrefix?: string;
}

/** The space, or a change request, as a place to write in. */
interface Line {
  place: WordSource;
  path: string;
  token: string;
}

interface Change {
  log: string;
  change: object;
  /** The new word, if there is one. */
  word?: string;
  /** The words that the writer saw at the place of the change and kept. */
  before?: string;
  after?: string;
}

type Operation =
  | 'import'
  | 'command'
  | 'folder'
  | 'content'
  | 'connect'
  | 'disconnect'
  | 'pause'
  | 'sync'
  | 'export'
  | 'wait';

interface HistoryOptions {
  service: Service;
  seed: number;
  spaceId: string;
  repository: FixtureRepository;
  name: string;
  tokens: readonly string[];
}

class History {
  readonly #clock: Service['clock'];
  readonly #setup: Service['setup'];
  readonly #random: () => number;
  readonly #name: string;
  readonly #space: string;
  readonly #spaceId: string;
  readonly #repository: FixtureRepository;
  readonly #tokens: readonly string[];
  readonly #words: WrittenWords;
  /** The words that were acknowledged in this step. */
  #written = new Set<string>();
  #wordCount = 0;
  #places: WordsBySource = new Map();
  /** The words that were deleted on purpose in a place, or in another one from which this place took that over. */
  readonly #deleted = new Map<WordSource, Set<string>>();
  readonly log: string[] = [];

  constructor({ service, seed, spaceId, repository, name, tokens }: HistoryOptions) {
    this.#clock = service.clock;
    this.#setup = service.setup;
    this.#random = createRandom(seed);
    this.#spaceId = spaceId;
    this.#space = `/v1/spaces/${spaceId}`;
    this.#repository = repository;
    this.#name = name;
    this.#tokens = tokens;
    this.#words = new WrittenWords(this.#setup, { spaceId, repository });
  }

  async run(steps: number): Promise<void> {
    this.#places = await this.#words.read();
    await this.#step(() => this.#operate(this.#pick(['import', 'command', 'folder', 'connect', 'export'])));
    for (let step = 0; step < steps; step += 1) {
      const at = this.#random();
      if (at < 0.3) await this.#step(() => this.#editSpace());
      else if (at < 0.4) await this.#step(() => this.#editRequest());
      else if (at < 0.62) await this.#step(() => this.#push());
      else await this.#step(async () => this.#operate(await this.#pickOperation()));
    }
    await this.#step(() => this.#settle());
  }

  /** Takes a step, which returns the places that it brings together, and checks that no word was lost. */
  async #step(take: () => Promise<readonly WordSource[]>): Promise<void> {
    this.#written = new Set();
    const joined = await take();
    const before = this.#places;
    const after = await this.#words.read();
    const deleted = new Set(joined.flatMap((place) => [...this.#deletedIn(place)]));
    const kept = joinAll(after);
    const isLost = (word: string): boolean => !kept.has(word) && !deleted.has(word);
    const lost = [...joinAll(before), ...this.#written].filter(isLost);
    const named = lost.length > 0 ? await this.#words.readReports() : new Set();
    expect(
      lost.filter((word) => !named.has(word)),
      'words that are lost',
    ).toEqual([]);
    await this.#takeProposals(after);
    for (const [place, words] of after) {
      const had = before.get(place);
      const marks = this.#deletedIn(place);
      if (!had || joined.includes(place))
        for (const word of deleted) if (!had || had.has(word)) marks.add(word);
      for (const word of words) marks.delete(word);
    }
    this.#places = after;
  }

  /**
   * A new change request with content from before a sync shows what would go if it is merged: merging it deletes that
   * on purpose.
   */
  async #takeProposals(after: WordsBySource): Promise<void> {
    for (const { id, subject } of await this.#words.listRequests()) {
      const place = sourceOfRequest(id);
      if (this.#places.has(place) || !subject.startsWith('Content of ')) continue;
      for (const word of after.get(SPACE) ?? []) this.#deletedIn(place).add(word);
    }
  }

  #deletedIn(place: WordSource): Set<string> {
    const known = this.#deleted.get(place) ?? new Set();
    this.#deleted.set(place, known);
    return known;
  }

  /** Words that a writer saw and did not keep were deleted on purpose. */
  #forget(place: WordSource, before: string, after: string): void {
    const left = wordsIn(after);
    for (const word of wordsIn(before)) if (!left.has(word)) this.#deletedIn(place).add(word);
  }

  // The writers of the space.

  async #editSpace(): Promise<WordSource[]> {
    const token = this.#pick(this.#tokens);
    await this.#edit({ place: SPACE, path: this.#space, token });
    return [SPACE];
  }

  /** Edits a change request, or opens one, or merges one. */
  async #editRequest(): Promise<WordSource[]> {
    const requests = await this.#words.listRequests();
    const request = this.#pick(requests);
    if (request && this.#random() < 0.6) return this.#mergeRequest(request.id);
    const id = request && this.#random() < 0.5 ? request.id : await this.#openRequest();
    const place = sourceOfRequest(id);
    // Only the author and the reviewers of a change request may edit it.
    await this.#edit({
      place,
      path: `${this.#space}/change-requests/${id}`,
      token: this.#setup.app.adminToken,
    });
    return [SPACE, place];
  }

  async #openRequest(): Promise<string> {
    const url = `${this.#space}/change-requests`;
    const created = await this.#setup.app.request('POST', url, { body: { subject: 'Change' } });
    const { id } = created.json();
    await this.#setup.app.request('PATCH', `${url}/${id}`, { body: { status: 'open' } });
    for (const word of this.#deletedIn(SPACE)) this.#deletedIn(sourceOfRequest(id)).add(word);
    this.log.push(`change request ${id} is opened`);
    return id;
  }

  /** Merges a change request. Its conflicts keep both texts, or it stays open. */
  async #mergeRequest(id: string): Promise<WordSource[]> {
    const url = `${this.#space}/change-requests/${id}`;
    const merge = async () => (await this.#setup.app.request('POST', `${url}/merge`)).json();
    let merged = await merge();
    if (merged.result === 'conflicts') {
      for (const conflict of merged.conflicts) {
        if (!conflict.canKeepBoth) break;
        const body = { choice: 'both' };
        await this.#setup.app.request('PUT', `${url}/conflicts/${conflict.id}/answer`, { body });
      }
      merged = await merge();
    }
    this.log.push(`change request ${id} is merged → ${merged.result ?? JSON.stringify(merged)}`);
    return [SPACE, sourceOfRequest(id)];
  }

  async #edit(line: Line): Promise<void> {
    const content = await this.#content(line);
    const documents = flat(content.pages).filter(({ type }) => type === 'document');
    const page = this.#pick(documents);
    const word = this.#newWord();
    const kind = this.#pick([
      'append',
      'append',
      'blocks',
      'replace',
      'insert',
      'delete',
      'rename',
      'more',
      'empty',
    ] as const);
    if (!page || kind === 'insert') return this.#insertPage(line, page, word);
    if (kind === 'rename' || kind === 'more') return this.#editFields(line, content, page, word);
    if (kind === 'blocks') return this.#editBlocks(line, page, word);
    if (kind === 'delete') {
      const before = await Promise.all(flat([page]).map((one) => this.#textOf(line, one)));
      const change = { operation: 'delete_page', page: page.id };
      return this.#change(line, { log: `delete ${page.title}`, change, before: before.join('\n') });
    }
    const update = { operation: 'update_page', page: page.id };
    const markdown = await this.#markdown(line, page.id);
    if (kind === 'empty' && this.#random() < 0.3)
      return this.#change(line, {
        log: `empty ${page.title}`,
        change: { ...update, document: {} },
        before: markdown,
        after: page.title,
      });
    const after = this.#write(markdown, word, kind === 'empty' ? 'append' : kind);
    return this.#change(line, {
      log: `${kind} ${word} in ${page.title}`,
      change: { ...update, document: { markdown: after } },
      word,
      before: markdown,
      after,
    });
  }

  #insertPage(line: Line, page: Page | undefined, word: string): Promise<void> {
    const into = page && this.#random() < 0.4 ? { into: page.id } : {};
    const paragraph = { object: 'block', type: 'paragraph', nodes: [leafOf('New.')] };
    const document = this.#pick<object>([
      { markdown: `# Page ${word}\n\nNew.\n` },
      { document: { object: 'document', nodes: [paragraph] } },
      {},
    ]);
    // A word occurs in one place, so that what deletes it there deletes it.
    const slug = `page-${this.#wordCount}`;
    const change = { operation: 'insert_page', title: `Page ${word}`, slug, ...into, document };
    return this.#change(line, { log: `insert ${word}`, change, word });
  }

  /** Appends a word to a paragraph, in the blocks of a page. */
  async #editBlocks(line: Line, page: Page, word: string): Promise<void> {
    const { document } = await this.#get(`${line.path}/content/page/${page.id}`);
    const leaf = this.#pick(leavesOf(document).filter(({ text }) => /^[A-Z].*\.$/.test(text)));
    if (!leaf) return;
    leaf.text = `${leaf.text} And ${word}.`;
    const change = { operation: 'update_page', page: page.id, document: { document } };
    await this.#change(line, { log: `blocks ${word} in ${page.title}`, change, word });
  }

  /** Changes something other than the text of a page. */
  async #editFields(line: Line, content: Content, page: Page, word: string): Promise<void> {
    const field = this.#pick(['title', 'slug', 'description', 'reusable', 'file', 'move'] as const);
    const update = { operation: 'update_page', page: page.id };
    const log = `${field} ${word} of ${page.title}`;
    if (field === 'title')
      await this.#change(line, {
        log,
        change: { ...update, title: `Titled ${word}` },
        word,
        before: page.title,
      });
    else if (field === 'slug')
      await this.#change(line, {
        log,
        change: { ...update, slug: `slug-${word}` },
        word,
        before: page.slug ?? '',
      });
    else if (field === 'description')
      await this.#change(line, {
        log,
        change: { ...update, description: word },
        word,
        before: page.description ?? '',
      });
    else if (field === 'file')
      await this.#change(line, {
        log,
        change: {
          operation: 'insert_files',
          files: [{ name: `${word}.txt`, base64: Buffer.from(word).toString('base64') }],
        },
        word,
      });
    else if (field === 'move') await this.#change(line, { log, change: { ...update, into: null, at: 0 } });
    else {
      const reusable = this.#pick(content.reusableContents);
      if (!reusable) return;
      const before = await this.#reusable(line, reusable.id);
      const after = `Note ${[...wordsIn(before), word].join(', ')}.\n`;
      const change = {
        operation: 'update_reusable_content',
        reusableContent: reusable.id,
        document: { markdown: after },
      };
      await this.#change(line, { log, change, word, before, after });
    }
  }

  async #change(
    { place, path, token }: Line,
    { log, change, word, before = '', after = '' }: Change,
  ): Promise<void> {
    const response = await this.#setup.app.request('POST', `${path}/content`, {
      body: { changes: [change] },
      token,
    });
    this.log.push(`edit of ${place}: ${log} → ${response.statusCode}`);
    if (response.statusCode >= 300) {
      expect([400, 404, 409], response.body).toContain(response.statusCode);
      return;
    }
    this.#forget(place, before, after);
    if (word !== undefined) this.#written.add(word);
  }

  // The people who push.

  async #push(): Promise<WordSource[]> {
    const branch = this.#random() < 0.15 ? TOPIC : this.#pick(BRANCHES);
    const branches = await this.#words.listBranches();
    const head = branches.get(branch) ?? branches.get('main') ?? '';
    const kind = this.#random();
    if (kind < 0.07) return this.#tag(head);
    if (kind < 0.15) return this.#rewrite(branch, branches.get(branch));
    if (kind < 0.24) return this.#mergeBranch(this.#pick(['next', TOPIC]), branches);
    const joined = [sourceOfBranch(branch), sourceOfBranch('main')];
    if (!branches.has(branch)) {
      await this.#repository.git(['update-ref', `refs/heads/${branch}`, head]);
      for (const word of this.#deletedIn(sourceOfBranch('main')))
        this.#deletedIn(sourceOfBranch(branch)).add(word);
    }
    const before = await this.#words.readCommit(head);
    const word = this.#newWord();
    const files = this.#changeFiles(before, word);
    if (!files) return joined;
    const oid = await this.#repository.commit(files, { branch, message: 'Push' });
    const after = textOf(await this.#words.readCommit(oid));
    this.#forget(sourceOfBranch(branch), textOf(before), after);
    if (wordsIn(after).has(word)) this.#written.add(word);
    this.log.push(`push: ${branch} ${word} ${Object.keys(files).join(' ')}`);
    return joined;
  }

  #changeFiles(files: ReadonlyMap<string, string>, word: string): FixtureFiles | undefined {
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
          [`${folder}pushed${this.#wordCount}.md`]: `# Pushed ${word}\n\nNew.\n`,
          ...list((old) => `${old.trimEnd()}\n* [Pushed ${word}](${folder}pushed${this.#wordCount}.md)\n`),
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
          { LICENSE: `Copyright ${word}.\n` },
          { 'src/main.js': `run(${word});\n` },
          { '.gitbook/vars.yaml': `name: ${word}\n` },
          { '.gitbook/assets/facts.txt': `Facts ${word}.\n` },
          { '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\n${paragraphs(6)}\n\nAnd ${word}.\n` },
          { [path]: `---\ndescription: ${word}\n---\n\n${text.replace(/^---\n[\s\S]*?\n---\n+/, '')}` },
        ]);
    }
  }

  async #tag(oid: string): Promise<WordSource[]> {
    await this.#repository.git(['update-ref', 'refs/tags/v1', oid]);
    this.log.push(`push: tag v1 at ${oid}`);
    return [];
  }

  /**
   * Takes back commits of a branch. What only the branch had is gone, but it counts as deleted nowhere: where it was
   * known, it has to stay.
   */
  async #rewrite(branch: string, head: string | undefined): Promise<WordSource[]> {
    if (head === undefined) return [];
    const listed = await this.#repository.git(['rev-list', '--first-parent', '--max-count=3', head]);
    const oids = listed.split('\n');
    await this.#repository.git(['update-ref', `refs/heads/${branch}`, this.#pick(oids)]);
    this.log.push(`push: ${branch} is rewritten`);
    this.#places = await this.#words.read();
    return [];
  }

  async #mergeBranch(from: string, branches: ReadonlyMap<string, string>): Promise<WordSource[]> {
    const { git } = this.#repository;
    const [ours, theirs] = [branches.get('main'), branches.get(from)];
    if (ours === undefined || theirs === undefined) return [];
    const tree = await git(['merge-tree', '--write-tree', ours, theirs]).catch(() => undefined);
    if (tree === undefined) return [];
    const [treeOid = ''] = tree.split('\n');
    const oid = await git(['commit-tree', '-p', ours, '-p', theirs, '-m', 'Merge', treeOid]);
    await git(['update-ref', 'refs/heads/main', oid]);
    this.log.push(`push: ${from} is merged into main`);
    return [sourceOfBranch(from), sourceOfBranch('main')];
  }

  // What brings both together.

  async #pickOperation(): Promise<Operation> {
    const isConnected = (await this.#connection()).ref !== undefined;
    return isConnected
      ? this.#pick([
          'disconnect',
          'connect',
          'pause',
          'sync',
          'sync',
          'sync',
          'export',
          'content',
          'wait',
          'wait',
        ])
      : this.#pick([
          'import',
          'import',
          'command',
          'folder',
          'content',
          'connect',
          'connect',
          'export',
          'export',
        ]);
  }

  async #operate(kind: Operation): Promise<readonly WordSource[]> {
    switch (kind) {
      case 'import':
      case 'command':
        return this.#import(kind === 'command');
      case 'folder':
        return this.#importFolder();
      case 'content':
        return this.#importContent();
      case 'connect':
        return this.#connect();
      case 'disconnect':
        return this.#request('DELETE', '/git', undefined);
      case 'pause':
        return this.#request('POST', '/git/pause', undefined);
      case 'sync':
        if (this.#random() < 0.3) return this.#request('POST', '/git/resume', { force: true });
        return this.#request('POST', '/git/sync', this.#random() < 0.2 ? { force: true } : {});
      case 'export':
        return this.#request('POST', '/git/export', {
          ref: `refs/heads/${this.#pick([...BRANCHES, 'other'])}`,
          commitMessage: 'Export',
          ...(this.#random() < 0.5 ? { force: true } : {}),
        });
      case 'wait':
        return this.#settle();
    }
  }

  #connect(): Promise<WordSource[]> {
    const direction = this.#pick(['both', 'both', 'import', 'export'] as const);
    const isMirrored = direction === 'both' && this.#random() < 0.5;
    const branches = isMirrored ? { branchPattern: 'docs/*', mirrorPrefix: 'lectern/' } : {};
    return this.#request('PUT', '/git', {
      ref: `refs/heads/${this.#pick(BRANCHES)}`,
      direction,
      initialDirection: this.#pick(['import', 'import', 'export']),
      onConflict: this.#pick(['remote', 'remote', 'pause']),
      ...branches,
    });
  }

  async #import(isCommand: boolean): Promise<WordSource[]> {
    const oid = await this.#repository.git(['rev-list', '--max-count=1', '--skip=1', 'refs/heads/main']);
    const ref = isCommand
      ? readRef(this.#pick(['HEAD', 'HEAD', 'main', 'next']))
      : this.#pick(['refs/heads/main', 'refs/heads/next', 'HEAD', 'refs/tags/v1', oid || 'HEAD']);
    const standalone = !isCommand && this.#random() < 0.1 ? { standalone: true } : {};
    const force = !isCommand && this.#random() < 0.2 ? { force: true } : {};
    return this.#request('POST', '/git/import', { ref, ...standalone, ...force });
  }

  async #importFolder(): Promise<WordSource[]> {
    const space = await this.#setup.app.context.pointers.spaces.find(this.#spaceId);
    const { object } = await this.#connection();
    const head = (await this.#words.listBranches()).get('main');
    if (!space || !head || object === 'git-connection') return [];
    const folder = await mkdtemp(join(tmpdir(), 'lectern-folder-'));
    try {
      for (const [path, text] of await this.#words.readCommit(head)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      await importFolderInto(createEditingParts(this.#setup.app.context), space, {
        source: await openFolderSource(folder),
        projectDirectory: '',
        authorId: null,
        onProgress: () => {},
      });
      this.log.push('import of a folder');
    } finally {
      await rm(folder, { recursive: true });
    }
    return [SPACE, sourceOfBranch('main')];
  }

  /** Imports content that is not followed, in another format. */
  async #importContent(): Promise<WordSource[]> {
    const word = this.#newWord();
    const source = this.#pick(['markdown', 'html', 'zip', 'repository'] as const);
    const path = `/${this.#name}-${word}.${source}`;
    const markdown = `# Imported ${word}\n\nText.\n`;
    if (source === 'repository') await this.#setup.serve(`${this.#name}-${word}`, { 'README.md': markdown });
    else if (source === 'html') web.content[path] = `<h1>Imported ${word}</h1><p>Text.</p>`;
    else {
      const body = source === 'zip' ? await zipOf({ 'README.md': markdown }) : markdown;
      web.content[path] = { type: source === 'zip' ? 'application/zip' : 'text/markdown', body };
    }
    const url = source === 'repository' ? this.#setup.git.url(`${this.#name}-${word}`) : web.url(path);
    const response = await runJobsFor(
      this.#setup.app,
      this.#setup.app.request('POST', `${this.#space}/content/import`, { body: { url, source } }),
    );
    this.log.push(`import of ${source} ${word} → ${response.statusCode}`);
    expect(response.statusCode, response.body).toBe(201);
    this.#written.add(word);
    return this.#joined();
  }

  async #request(
    method: 'PUT' | 'POST' | 'DELETE',
    path: string,
    body: { ref?: string; [name: string]: unknown } | undefined,
  ): Promise<WordSource[]> {
    const former = await this.#joined();
    const hasPlace = body?.ref !== undefined;
    const url = `${this.#setup.git.url(this.#name)}${this.#random() < 0.3 ? this.#pick(['.git', '/']) : ''}`;
    const directory = this.#random() < 0.12 ? { repoProjectDirectory: this.#pick(['docs', '/docs/']) } : {};
    const response = await this.#setup.app.request(method, `${this.#space}${path}`, {
      ...(body ? { body: { ...body, ...(hasPlace ? { url, ...directory } : {}) } } : {}),
    });
    expect(response.statusCode, response.body).toBeLessThan(500);
    await runJobs(this.#setup.app);
    const operations = await this.#get(`${this.#space}/git/operations?limit=1`);
    const [last] = (operations.items ?? []) as { state: string; error?: string }[];
    const place = hasPlace ? ` ${url.slice(-4)} ${JSON.stringify(directory)}` : '';
    this.log.push(
      `${method} ${path} ${JSON.stringify(body ?? {})}${place} → ${response.statusCode}, ${last?.state} ${last?.error ?? ''}`,
    );
    expect(last?.error ?? '').not.toContain('Something went wrong');
    const [, branch] = /^refs\/heads\/(.*)$/.exec(body?.ref ?? '') ?? [];
    const named = branch === undefined ? ['main', 'next'] : [branch];
    return [...former, ...(await this.#joined()), ...(hasPlace ? named.map(sourceOfBranch) : [])];
  }

  async #settle(): Promise<WordSource[]> {
    this.#clock.advance(60_000);
    await runJobs(this.#setup.app);
    this.log.push('wait');
    return this.#joined();
  }

  async #connection(): Promise<Connection> {
    return (await this.#get(`${this.#space}/git`)) as unknown as Connection;
  }

  /** The places that a sync of the space brings together now. */
  async #joined(): Promise<WordSource[]> {
    const { ref, branchPattern } = await this.#connection();
    if (ref === undefined) return [SPACE];
    const isBranch = (place: WordSource): boolean => /^request |^branch (?:docs|lectern)\//.test(place);
    const others = branchPattern === undefined ? [] : [...this.#places.keys()].filter(isBranch);
    return [SPACE, sourceOfBranch(ref.replace('refs/heads/', '')), ...others];
  }

  // What the writers see.

  async #textOf(line: Line, page: Page): Promise<string> {
    const text = page.type === 'document' ? await this.#markdown(line, page.id) : '';
    return [page.title, page.slug, page.description, text].join('\n');
  }

  async #content({ path }: Line): Promise<Content> {
    return (await this.#get(`${path}/content`)) as unknown as Content;
  }

  async #markdown({ path }: Line, id: string): Promise<string> {
    return String((await this.#get(`${path}/content/page/${id}?format=markdown`)).markdown ?? '');
  }

  async #reusable({ path }: Line, id: string): Promise<string> {
    const { document } = await this.#get(`${path}/content/reusable-contents/${id}`);
    return JSON.stringify(await this.#get(`${this.#space}/documents/${document}`));
  }

  async #get(path: string): Promise<Record<string, unknown>> {
    return (await this.#setup.app.request('GET', path)).json();
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
    this.#wordCount += 1;
    const drawn = String(Math.floor(this.#random() * 1e6)).padStart(6, '0');
    return `w${this.#wordCount}${drawn}x`;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }
}

const flat = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

const joinAll = (places: WordsBySource): Set<string> =>
  new Set([...places.values()].flatMap((words) => [...words]));

interface Leaf {
  text: string;
}

const leafOf = (text: string): object => ({ object: 'text', leaves: [{ object: 'leaf', text }] });

/** The texts in a document. */
function leavesOf(node: unknown): Leaf[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(leavesOf);
  return 'text' in node && typeof node.text === 'string' ? [node as Leaf, ...inner] : inner;
}

const withoutLine = (text: string, path: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes(`](${path})`))
    .join('\n');

/** Runs those histories whose number leaves this remainder when it is divided by the number of services. */
async function runHistories(service: Service, remainder: number): Promise<void> {
  const { setup } = service;
  const writers = [
    await addMember(setup.app, { role: 'edit' }),
    await addMember(setup.app, { role: 'edit' }),
  ];
  const tokens = writers.map(({ token }) => token);
  for (let n = remainder; n < HISTORIES; n += SERVICES.length) {
    const seed = FIRST_SEED + n;
    const name = `history${n}`;
    const repository = await setup.serve(name, FILES);
    const spaceId = await addSpace(setup.app);
    const history = new History({ service, seed, spaceId, repository, name, tokens });
    try {
      await history.run(STEPS);
    } catch (error) {
      throw new Error(`History ${seed}:\n${history.log.join('\n')}`, { cause: error });
    }
  }
}

test(
  `in ${HISTORIES} histories of a space and a repository, no word is lost`,
  async () => {
    await Promise.all(SERVICES.map(runHistories));
  },
  LIMIT_MS,
);
