/** Makes random edits in the space of a real repository: their export changes what was edited, and nothing else. */
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { addSpace } from './factories.ts';
import type { FixtureRepository } from './git-fixtures.ts';
import { runJobs } from './jobs.ts';
import { createRandom } from './random.ts';

export interface RoundTrip {
  app: TestApp;
  /** The address of the repository, which must accept pushes. */
  url: string;
  repository: FixtureRepository;
  /** The directory of the space. */
  directory: string;
  seed: number;
  /** The number of rounds of edits with an export, and the number of edits in each. */
  rounds: number;
  editsPerRound: number;
}

interface Page {
  id: string;
  type: string;
  title: string;
  slug: string;
  git?: { path: string };
  pages?: Page[];
}

const REF = 'refs/heads/main';

export async function checkRoundTrip(trip: RoundTrip): Promise<void> {
  const { repository, rounds } = trip;
  const space = new EditedSpace(trip, await addSpace(trip.app));
  await space.run('import');
  const first = await repository.git(['rev-parse', REF]);
  await space.run('export');
  expect(await repository.git(['rev-parse', REF]), 'an export of nothing').toBe(first);
  for (let round = 1; round <= rounds; round += 1) await space.checkRound();
}

class EditedSpace {
  readonly #trip: RoundTrip;
  readonly #spaceId: string;
  readonly #random: () => number;
  #count = 0;

  constructor(trip: RoundTrip, spaceId: string) {
    this.#trip = trip;
    this.#spaceId = spaceId;
    this.#random = createRandom(trip.seed);
  }

  async run(direction: 'import' | 'export'): Promise<{ state: string; isUnchanged: boolean }> {
    const { app, url, directory } = this.#trip;
    const response = await app.request('POST', `/v1/spaces/${this.#spaceId}/git/${direction}`, {
      body: {
        url,
        ref: REF,
        repoProjectDirectory: directory,
        ...(direction === 'export' ? { commitMessage: 'Edit' } : {}),
      },
    });
    expect(response.statusCode, response.body).toBe(204);
    await runJobs(app);
    const { operation } = (await app.request('GET', `/v1/spaces/${this.#spaceId}/git/info`)).json();
    expect(operation, JSON.stringify(operation.error)).toMatchObject({ state: 'success' });
    return operation;
  }

  async checkRound(): Promise<void> {
    const { repository, editsPerRound } = this.#trip;
    const before = await this.#readFiles();
    const texts = new Map<string, string>();
    const done: string[] = [];
    for (let n = 0; n < editsPerRound; n += 1) done.push(await this.#editOnce(texts));
    await this.run('export');
    const log = done.join('\n');
    const after = await this.#readFiles();
    const pages = await this.#listPages();
    const pathOf = new Map(pages.flatMap(({ id, git }) => (git ? [[id, git.path] as const] : [])));
    for (const page of pages) if (/^New page \d+$/.test(page.title)) expect(page.git, log).toBeDefined();

    const edited = new Set<string>();
    for (const [id, text] of texts) {
      const path = pathOf.get(id);
      if (path === undefined) continue;
      edited.add(path);
      expect(withoutTargets(after.get(path) ?? ''), `${path}\n${log}`).toBe(withoutTargets(text));
    }
    const former = new Set([...before.values()].map(withoutTargets));
    for (const [path, content] of after) {
      const isNew = !before.has(path) && (/^# New page/.test(content) || /\/file \d+\.txt$/.test(path));
      const isOfTree = /SUMMARY\.md$|\.gitbook\.yaml$/.test(path);
      if (before.get(path) === content || edited.has(path) || isNew || isOfTree) continue;
      // In all other files, only titles and links to pages that moved may differ.
      expect(former.has(withoutTargets(content)), `${path} changed\n${log}`).toBe(true);
    }
    const revision = await this.#revision();
    expect(await this.run('import'), log).toMatchObject({ isUnchanged: true });
    expect(await this.#revision(), log).toBe(revision);
    const head = await repository.git(['rev-parse', REF]);
    await this.run('export');
    expect(await repository.git(['rev-parse', REF]), log).toBe(head);
  }

  /** Makes one edit and describes it. `texts`: the sources of pages as they were last sent. */
  async #editOnce(texts: Map<string, string>): Promise<string> {
    this.#count += 1;
    const pages = await this.#listPages();
    const documents = pages.filter(({ type, git }) => type === 'document' && git);
    const page = this.#pick(documents.length > 0 ? documents : pages);
    const kind = this.#pick(KINDS);
    const change = await this.#changeOf(kind, page, pages, texts);
    if (!change) return `${kind}: nothing`;
    const response = await this.#trip.app.request('POST', `/v1/spaces/${this.#spaceId}/content`, {
      body: { changes: [change] },
    });
    // The slug belongs to a sibling, or a page was moved below itself.
    if (response.statusCode === 400 || response.statusCode === 409) return `${kind}: refused`;
    expect(response.statusCode, response.body).toBeLessThan(300);
    if (kind === 'delete') texts.delete(page.id);
    return `${kind} ${page.git?.path ?? page.title} ${JSON.stringify(change).slice(0, 200)}`;
  }

  async #changeOf(
    kind: (typeof KINDS)[number],
    page: Page,
    pages: readonly Page[],
    texts: Map<string, string>,
  ): Promise<object | undefined> {
    const n = this.#count;
    switch (kind) {
      case 'text': {
        const text = await this.#editText(page.id);
        if (text === undefined) return undefined;
        texts.set(page.id, text);
        return { operation: 'update_page', page: page.id, document: { markdown: text } };
      }
      case 'title':
        return { operation: 'update_page', page: page.id, title: `${page.title.slice(0, 40)} [${n}]` };
      case 'slug':
        return { operation: 'update_page', page: page.id, slug: `renamed-${n}` };
      case 'move': {
        const parents = pages.filter(({ type }) => type === 'document');
        const into = this.#random() < 0.2 ? null : this.#pick(parents).id;
        return { operation: 'update_page', page: page.id, into, at: Math.floor(this.#random() * 4) };
      }
      case 'delete':
        return pages.length < 4 ? undefined : { operation: 'delete_page', page: page.id };
      case 'insert':
        return {
          operation: 'insert_page',
          title: `New page ${n}`,
          into: this.#random() < 0.3 ? undefined : page.id,
          at: Math.floor(this.#random() * 3),
          document: { markdown: `# New page ${n}\n\nSee [a page](/pages/${page.id}).\n` },
        };
      case 'group':
        return {
          operation: 'insert_page',
          type: 'group',
          title: `Group ${n}`,
          at: Math.floor(this.#random() * 3),
        };
      case 'file':
        return {
          operation: 'insert_files',
          files: [{ name: `file ${n}.txt`, base64: Buffer.from(`Text ${n}`).toString('base64') }],
        };
    }
  }

  /** Adds a word to a line of plain text in the source of a page. */
  async #editText(pageId: string): Promise<string | undefined> {
    const path = `/v1/spaces/${this.#spaceId}/content/page/${pageId}?format=markdown`;
    const { markdown } = (await this.#trip.app.request('GET', path)).json();
    const lines = (markdown as string).split('\n');
    const plain = lines.flatMap((line, at) => (/^[A-Z][\p{L} ,'-]{20,}\.\r?$/u.test(line) ? [at] : []));
    if (plain.length === 0) return undefined;
    const at = this.#pick(plain);
    lines[at] = (lines[at] as string).replace(/\.(\r?)$/, ` number ${this.#count}.$1`);
    return lines.join('\n');
  }

  async #listPages(): Promise<Page[]> {
    const flat = (list: Page[]): Page[] => list.flatMap((page) => [page, ...flat(page.pages ?? [])]);
    const { pages } = (
      await this.#trip.app.request('GET', `/v1/spaces/${this.#spaceId}/content/pages`)
    ).json();
    return flat(pages);
  }

  async #revision(): Promise<string> {
    return (await this.#trip.app.request('GET', `/v1/spaces/${this.#spaceId}`)).json().revision;
  }

  /** Returns the texts of all text files of the branch, and the ids of other files. */
  async #readFiles(): Promise<Map<string, string>> {
    const { repository } = this.#trip;
    const listed = (await repository.git(['ls-tree', '-r', '-z', REF])).split('\0').filter(Boolean);
    const entries = listed.map((record) => {
      const [facts = '', path = ''] = record.split('\t');
      return { path, oid: facts.split(' ')[2] as string };
    });
    const texts = entries.filter(({ path }) => /\.(?:md|yaml)$/.test(path));
    const output = await repository.git(
      ['cat-file', '--batch=%(objectname)'],
      texts.map(({ oid }) => `${oid}\n`).join(''),
    );
    const parts = output.split(/(?:^|\n)[0-9a-f]{40}\n/).slice(1);
    const files = new Map(entries.map(({ path, oid }) => [path, oid]));
    for (const [at, { path }] of texts.entries()) files.set(path, parts[at] ?? '');
    return files;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }
}

const KINDS = [
  'text',
  'text',
  'text',
  'text',
  'title',
  'slug',
  'move',
  'move',
  'delete',
  'insert',
  'group',
  'file',
] as const;

/** Removes the title and the targets of links from a text, because other edits change them. */
const withoutTargets = (text: string): string =>
  text
    .replace(/^# .*$/m, '')
    .replace(/\]\((?:<[^>]*>|[^)\s]*)/g, '](')
    .replace(/(?:src|href|url|page)="[^"]*"/g, '')
    .trimEnd();
