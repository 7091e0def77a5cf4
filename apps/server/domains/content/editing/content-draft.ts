import { decodeSource } from '@lectern/content/facts/document-facts';
import type { FileEntry, PageEntry, ReusableEntry, RevisionSettings } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { TreeEdit } from '@lectern/content/tree/tree-edit';
import type { BlockKeys } from '@lectern/markdown/follow-keys';
import type { EditedSource } from '@lectern/markdown/page-source';
import type { PreparedSegment } from '../../../content/facts/facts.repository.ts';
import type { InspectedSource } from '../../../content/facts/inspect-sources.ts';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { changeRefused } from './editing-errors.ts';

/** A page, file or reusable content that a request named with `ref`. */
export interface NamedEntry {
  kind: 'page' | 'file' | 'reusable-content';
  id: string;
}

/** The blocks of a document whose content was changed. */
export interface FollowedBlocks {
  /** The source in which the keys are. */
  source: string;
  keys: BlockKeys;
  /** The document with this source, once it is known. */
  document?: Hash;
}

/** A document of a page or reusable content that is being written. */
export interface DraftSource {
  ownerId: string;
  text: string;
  /** The field of the request that contains it; undefined if only its title, its links and so on were changed. */
  sentAt?: string | undefined;
  /** Its stored form, if that is known already. */
  inspected?: InspectedSource | undefined;
  segment?: PreparedSegment | undefined;
}

/**
 * A revision that is being edited: changes are applied one after the other, and together become a new revision. The
 * edited revision itself does not change.
 */
export class ContentDraft {
  readonly base: Snapshot;
  readonly tree: TreeEdit;
  readonly refs = new Map<string, NamedEntry>();
  readonly insertedFiles: FileEntry[] = [];
  readonly insertedReusableIds: string[] = [];
  /** The bytes are undefined if they were uploaded before. */
  readonly blobs: { blob: NewBlob; bytes: Buffer | undefined; path: string }[] = [];
  readonly uploadIds = new Set<string>();
  settings: RevisionSettings;
  /** The result for each page, in the order in which the changes touched them. */
  readonly touched = new Map<string, 'created' | 'updated' | 'deleted'>();
  readonly refOfPage = new Map<string, string>();
  /** Pages that were in the revision below and have another path now, and so have those below them. */
  readonly movedPages = new Set<string>();
  readonly #organizationId: string;
  readonly #store: ContentStore;
  readonly #sources = new Map<string, Omit<DraftSource, 'ownerId'>>();
  readonly #blocks = new Map<string, FollowedBlocks>();
  readonly #slugs = new Map<string | undefined, Map<string, string>>();
  readonly #files = new Map<string, FileEntry | undefined>();
  readonly #reusables = new Map<string, ReusableEntry | undefined>();

  constructor(store: ContentStore, { space, snapshot }: OpenRevision) {
    this.base = snapshot;
    this.settings = snapshot.settings;
    this.tree = new TreeEdit(snapshot.pages);
    this.#organizationId = space.organizationId;
    this.#store = store;
  }

  /** The documents that were written so far. */
  get sources(): DraftSource[] {
    return [...this.#sources]
      .filter(([ownerId]) => this.tree.find(ownerId) ?? this.findReusable(ownerId))
      .map(([ownerId, source]) => ({ ownerId, ...source }));
  }

  hasSource(ownerId: string): boolean {
    return this.#sources.has(ownerId);
  }

  setSource(
    ownerId: string,
    text: string,
    sentAt = this.#sources.get(ownerId)?.sentAt,
    known: Pick<DraftSource, 'inspected' | 'segment'> = {},
  ): void {
    this.#sources.set(ownerId, { text, sentAt, ...known });
  }

  /** Discards a written document, because the entry refers to a stored one. */
  dropSource(ownerId: string): void {
    this.#sources.delete(ownerId);
  }

  /**
   * Tracks the blocks of a document through an edit: callers name them by their keys in the base revision or by their
   * own ids.
   */
  followBlocks(ownerId: string, { source, keys }: EditedSource): void {
    if (keys) this.#blocks.set(ownerId, { source, keys });
  }

  /** Records which document has a source. */
  noteDocument(ownerId: string, source: string, document: Hash): void {
    const followed = this.#blocks.get(ownerId);
    if (followed?.source === source) followed.document = document;
  }

  /** The keys of the blocks of a document by the names that callers have for them, where those differ. */
  namesOf(ownerId: string): ReadonlyMap<string, string> | undefined {
    return this.#blocks.get(ownerId)?.keys.renamed;
  }

  /** The documents whose content was changed, by their owners. */
  get followed(): ReadonlyMap<string, FollowedBlocks> {
    return this.#blocks;
  }

  /** Reads the present source of a page or reusable content. Throws if it is not text; `path` names the change. */
  async readSource(ownerId: string, document: Hash | undefined, path: string): Promise<string> {
    const written = this.#sources.get(ownerId);
    if (written) return written.text;
    if (document === undefined) return '';
    const { text, isUtf8 } = decodeSource(await this.#store.getSource(this.#organizationId, document));
    if (!isUtf8) throw changeRefused(path, 'is not UTF-8 text and cannot be edited');
    return text;
  }

  /** The targets in a document before it was edited, as they are written there. */
  async listFormerTargets(ownerId: string): Promise<ReadonlySet<string>> {
    const entry = this.base.pages.find(ownerId)?.entry ?? this.base.findReusable(ownerId);
    const document = entry && 'document' in entry ? entry.document : undefined;
    if (document === undefined) return new Set();
    const known = await this.#store.facts.load(this.#organizationId, 'references', [document]);
    return new Set(known(document)?.references.map(({ raw }) => raw));
  }

  /** The ids of the pages right below a parent by their slugs, in lower case. */
  slugsUnder(parentId: string | undefined): ReadonlyMap<string, string> {
    let slugs = this.#slugs.get(parentId);
    if (!slugs) {
      slugs = new Map();
      for (const entry of this.tree.childrenOf(parentId))
        if ('slug' in entry) slugs.set(entry.slug.toLowerCase(), entry.id);
      this.#slugs.set(parentId, slugs);
    }
    return slugs;
  }

  /** Whether a page right below a parent has this slug, in lower case. */
  hasSlugUnder(parentId: string | undefined, slug: string): boolean {
    // Where no page has the path, no sibling has the slug; as long as nothing was changed, that is known.
    if (!this.#slugs.has(parentId) && !this.tree.isChanged) {
      const above = parentId === undefined ? '' : this.base.pages.pathOf(parentId);
      if (!this.base.pages.hasPath(above === '' ? slug : `${above}/${slug}`)) return false;
    }
    return this.slugsUnder(parentId).has(slug);
  }

  insertPage(entry: PageEntry, parentId: string | undefined, at?: number): void {
    this.tree.insert(entry, parentId, at);
    if ('slug' in entry) this.#slugs.get(parentId)?.set(entry.slug.toLowerCase(), entry.id);
    this.touch(entry.id, 'created');
  }

  replacePage(entry: PageEntry): void {
    const before = this.tree.find(entry.id);
    if (before && 'slug' in before && 'slug' in entry && before.slug !== entry.slug)
      this.movedPages.add(entry.id);
    this.tree.replace(entry);
    this.#slugs.delete(this.tree.parentIdOf(entry.id));
  }

  movePage(pageId: string, parentId: string | undefined, at: number | undefined): void {
    this.#slugs.delete(this.tree.parentIdOf(pageId));
    this.tree.move(pageId, parentId, at);
    this.#slugs.delete(parentId);
    this.movedPages.add(pageId);
  }

  removePage(pageId: string): void {
    this.#slugs.delete(this.tree.parentIdOf(pageId));
    for (const id of this.tree.remove(pageId)) this.touch(id, 'deleted');
  }

  findFile(fileId: string): FileEntry | undefined {
    return this.#files.has(fileId) ? this.#files.get(fileId) : this.base.findFile(fileId);
  }

  setFile(fileId: string, file: FileEntry | undefined): void {
    this.#files.set(fileId, file);
  }

  findReusable(reusableId: string): ReusableEntry | undefined {
    return this.#reusables.has(reusableId)
      ? this.#reusables.get(reusableId)
      : this.base.findReusable(reusableId);
  }

  setReusable(reusableId: string, reusable: ReusableEntry | undefined): void {
    this.#reusables.set(reusableId, reusable);
  }

  /** The files in their order, new ones last; undefined if they are those of the revision below. */
  listFiles(): FileEntry[] | undefined {
    return listChanged(itemsOf(this.base.files), this.#files);
  }

  listReusables(): ReusableEntry[] | undefined {
    return listChanged(itemsOf(this.base.reusables), this.#reusables);
  }

  /** Records the outcome for a page. A page that this draft created remains `created` after further changes. */
  touch(pageId: string, outcome: 'created' | 'updated' | 'deleted'): void {
    const before = this.touched.get(pageId);
    if (outcome === 'updated' && before === 'created') return;
    if (outcome === 'deleted' && before === 'created') this.touched.delete(pageId);
    else this.touched.set(pageId, outcome);
  }

  /** The page that a change names; throws for any other id. */
  getPage(pageId: string, path: string): PageEntry {
    const entry = this.tree.find(pageId);
    if (!entry) throw changeRefused(path, 'is not a page of this revision');
    return entry;
  }

  /** Sets the name by which other changes of the request refer to an entry. */
  nameRef(ref: string | undefined, entry: NamedEntry, path: string): void {
    if (ref === undefined) return;
    if (this.refs.has(ref)) throw changeRefused(path, `is used twice in this request: “${ref}”`);
    if (this.base.pages.findByPath(ref)) throw changeRefused(path, `is the path of a page: “${ref}”`);
    this.refs.set(ref, entry);
    if (entry.kind === 'page') this.refOfPage.set(entry.id, ref);
  }
}

function listChanged<Entry extends { id: string }>(
  base: Iterable<Entry>,
  changes: ReadonlyMap<string, Entry | undefined>,
): Entry[] | undefined {
  if (changes.size === 0) return undefined;
  const listed: Entry[] = [];
  const known = new Set<string>();
  for (const entry of base) {
    known.add(entry.id);
    const current = changes.has(entry.id) ? changes.get(entry.id) : entry;
    if (current) listed.push(current);
  }
  for (const [id, entry] of changes) if (entry && !known.has(id)) listed.push(entry);
  return listed;
}
