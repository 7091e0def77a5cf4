/** Finds out where the words are that tests write in a space and in the branches of its repository. */
import { buffer } from 'node:stream/consumers';
import type { FixtureRepository } from '../../../../test/git-fixtures.ts';
import type { GitGround } from '../../../../test/git-ground.ts';
import { createEditingParts } from '../../../cli/editing-parts.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { hashToBytes } from '../../../content/tree/hash.ts';
import { itemsOf } from '../../../content/tree/merkle-list.ts';

const WORD = /w\d+x/g;
export const wordsIn = (text: string): Set<string> => new Set(text.match(WORD) ?? []);

/** `space`, `branch <name>` or `request <id>`. */
export type Place = string;

/** The words in each place. */
export type Places = ReadonlyMap<Place, ReadonlySet<string>>;

export const SPACE: Place = 'space';
export const placeOfBranch = (name: string): Place => `branch ${name}`;
export const placeOfRequest = (id: string): Place => `request ${id}`;

interface ListedRequest {
  id: string;
  revision: string;
  subject: string;
}

/** Reads the words of all places. Revisions and commits do not change, so each is read once. */
export class WrittenWords {
  readonly #ground: GitGround;
  readonly #spaceId: string;
  readonly #repository: FixtureRepository;
  readonly #store: ContentStore;
  readonly #ofRevisions = new Map<string, ReadonlySet<string>>();
  readonly #blobs = new Map<string, string>();
  readonly #trees = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    ground: GitGround,
    { spaceId, repository }: { spaceId: string; repository: FixtureRepository },
  ) {
    this.#ground = ground;
    this.#spaceId = spaceId;
    this.#repository = repository;
    this.#store = createEditingParts(ground.app.context).store;
  }

  async read(): Promise<Places> {
    const { revision } = await this.#get('');
    const places = new Map([[SPACE, await this.#readRevision(String(revision))]]);
    for (const { id, revision } of await this.listRequests())
      places.set(placeOfRequest(id), await this.#readRevision(revision));
    for (const [name, oid] of await this.listBranches())
      places.set(placeOfBranch(name), wordsIn(textOf(await this.readCommit(oid))));
    return places;
  }

  /** The change requests that are open. */
  async listRequests(): Promise<ListedRequest[]> {
    const { items } = await this.#get('/change-requests?status=open&limit=1000');
    return items as ListedRequest[];
  }

  /** The branches, with their commits. */
  async listBranches(): Promise<Map<string, string>> {
    const format = '--format=%(objectname) %(refname:lstrip=2)';
    const listed = await this.#repository.git(['for-each-ref', format, 'refs/heads']);
    return new Map(
      listed
        .split('\n')
        .filter(Boolean)
        .map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]),
    );
  }

  /** The text files of a commit, by their paths. */
  async readCommit(oid: string): Promise<ReadonlyMap<string, string>> {
    const known = this.#trees.get(oid);
    if (known) return known;
    const entries = (await this.#repository.git(['ls-tree', '-r', '-z', oid]))
      .split('\0')
      .filter(Boolean)
      .map((record) => {
        const [facts = '', path = ''] = record.split('\t');
        return { path, oid: facts.split(' ')[2] as string };
      });
    const wanted = [...new Set(entries.map(({ oid }) => oid))].filter((oid) => !this.#blobs.has(oid));
    if (wanted.length > 0) {
      const output = await this.#repository.git(
        ['cat-file', '--batch=%(objectname)'],
        wanted.map((oid) => `${oid}\n`).join(''),
      );
      const texts = output.split(/(?:^|\n)[0-9a-f]{40}\n/).slice(1);
      wanted.forEach((oid, at) => void this.#blobs.set(oid, texts[at] ?? ''));
    }
    const files = new Map(entries.map(({ path, oid }) => [path, this.#blobs.get(oid) ?? '']));
    this.#trees.set(oid, files);
    return files;
  }

  /** The words that reports of operations name as not kept. */
  async readReports(): Promise<Set<string>> {
    const named = new Set<string>();
    const { items } = await this.#get('/git/operations?limit=1000');
    for (const { id } of items as { id: string }[]) {
      const { report = [], changes = [] } = await this.#get(`/git/operations/${id}`);
      const conflicted = (changes as { change: string }[]).filter(({ change }) => change === 'conflicted');
      for (const word of wordsIn(JSON.stringify([report, conflicted]))) named.add(word);
    }
    return named;
  }

  async #readRevision(revisionId: string): Promise<ReadonlySet<string>> {
    const known = this.#ofRevisions.get(revisionId);
    if (known) return known;
    const space = await this.#ground.app.context.pointers.spaces.find(this.#spaceId);
    if (!space) throw new Error('The space is gone.');
    const { organizationId } = space;
    const { snapshot } = await this.#store.open(space, revisionId);
    const pages = [...snapshot.pages.pages()].map(({ entry }) => entry);
    const reusables = [...itemsOf(snapshot.reusables)];
    const files = [...itemsOf(snapshot.files)];
    const { repository: _place, ...settings } = snapshot.settings;
    // The place of a file in the repository is not a text that anybody reads in the space.
    const isText = (name: string, value: unknown): unknown => (name === 'git' ? undefined : value);
    const texts = [JSON.stringify([pages, reusables, files, settings], isText)];
    for (const entry of [...pages, ...reusables])
      if ('document' in entry && entry.document)
        texts.push(String(await this.#store.getSource(organizationId, entry.document)));
    for (const { blob } of files) {
      const stream = await this.#ground.app.context.blobs.read(organizationId, hashToBytes(blob));
      if (stream) texts.push(String(await buffer(stream)));
    }
    const words = wordsIn(texts.join('\n'));
    this.#ofRevisions.set(revisionId, words);
    return words;
  }

  async #get(path: string): Promise<Record<string, unknown>> {
    return (await this.#ground.app.request('GET', `/v1/spaces/${this.#spaceId}${path}`)).json();
  }
}

export const textOf = (files: ReadonlyMap<string, string>): string =>
  [...files].map(([path, text]) => `${path}\n${text}`).join('\n');
