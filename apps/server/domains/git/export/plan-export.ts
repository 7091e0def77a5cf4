/** Plans which files of a commit to change so that it has the present content of the space. */

import { posix } from 'node:path';
import { decodeSource } from '@lectern/content/facts/document-facts';
import { diffSnapshots, type SnapshotDifference } from '@lectern/content/tree/diff-snapshots';
import {
  type FileEntry,
  fileCodec,
  type GitBlob,
  type PageEntry,
  type ReusableEntry,
  type RevisionSettings,
  reusableCodec,
} from '@lectern/content/tree/entries';
import { type Hash, hashOf } from '@lectern/content/tree/hash';
import { type ItemCodec, itemsOf, type MerkleList, rebuildList } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { TreeEdit } from '@lectern/content/tree/tree-edit';
import { type ChosenPaths, choosePaths, foldersOf } from '@lectern/git/layout/choose-paths';
import type { RepositoryLayout } from '@lectern/git/layout/layout';
import { hasOtherStructure, planSummary } from '@lectern/git/layout/plan-summary';
import type { RepositoryFiles } from '@lectern/git/layout/repository-files';
import { findRewrittenTargets, type LinkContext, type Places } from '@lectern/git/layout/rewrite-links';
import { writeRedirects } from '@lectern/git/layout/write-redirects';
import { GitError } from '@lectern/git/program/git-error';
import type { CommitFile } from '@lectern/git/program/write-commit';
import { appendTo } from '@lectern/std/long-lists';
import { decodeUtf16, encodeUtf16, findUtf16, type Utf16 } from '@lectern/std/utf16';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import { createSourceTools } from '../../content/editing/edit-source.ts';
import type { LinksStore } from '../../content/links/resolution/links-store.ts';
import type { ImportSource } from '../import/import-source.ts';
import { type FileChange, type WrittenFile, WrittenFiles } from './written-files.ts';

export interface ExportParts {
  context: Pick<Context, 'threads' | 'blobs'>;
  store: ContentStore;
  links: LinksStore;
}

export interface ExportRequest {
  /** The content of the commit. */
  base: Snapshot;
  /** The content of the space when it had that commit, if known: entries that are unchanged since keep their files. */
  former?: Snapshot | undefined;
  /** The content that the next commit should have. */
  wanted: OpenRevision;
  /** The content of the space, if the wanted content also has what only the commit has. */
  own?: Snapshot | undefined;
  /** Whether the commit and the space have no state in common. Then no file is deleted or moved. */
  isFirst?: boolean | undefined;
  /** The files of the commit. */
  files: RepositoryFiles;
  readBlobs: ImportSource['readBlobs'];
  /** The paths of everything else in the commit. */
  leftOut: readonly string[];
  /** Reads the structure of the files; called only if the structure of the pages has changed. */
  readLayout(): Promise<RepositoryLayout>;
  /** The directory of the space, where `.gitbook.yaml` is. */
  projectDirectory: string;
  objectFormat: 'sha1' | 'sha256';
  /** Rewrites all of SUMMARY.md if its lines would be misread, and writes one if there is none. */
  isThorough: boolean;
}

export interface ExportPlan {
  /** Empty if the commit has the wanted content already. */
  changes: FileChange[];
  deleted: string[];
  /** The files to write. Each is read only when the generator reaches it. */
  files(): AsyncGenerator<CommitFile>;
  /** The wanted content with its paths in the next commit. `nodes` are those that it adds to the content store. */
  snapshot: Snapshot;
  nodes: ReadonlyMap<Hash, string>;
  /** Documents whose links had to be rewritten, by their hashes. */
  documents: ReadonlyMap<Hash, Buffer>;
  /** Whether anything changes beside the text of pages and the bytes of files. */
  isStructural: boolean;
}

/** An entry that has a file, in the commit and in the next one. */
interface Changed<Entry> {
  id: string;
  before: Entry | undefined;
  after: Entry | undefined;
}

type DocumentEntry = Extract<PageEntry, { type: 'document' }>;
type Owner = DocumentEntry | ReusableEntry;

export async function planExport(parts: ExportParts, request: ExportRequest): Promise<ExportPlan> {
  return new ExportPlanner(parts, request).plan();
}

class ExportPlanner {
  readonly #parts: ExportParts;
  readonly #request: ExportRequest;
  readonly #difference: SnapshotDifference;
  readonly #chosen: ChosenPaths;
  readonly #places: Places;
  readonly #links: LinkContext;
  readonly #root: string;
  /** The oids of the files of the commit by their paths. */
  readonly #present: ReadonlyMap<string, string>;
  readonly #written: WrittenFiles;
  readonly #documents = new Map<Hash, Buffer>();
  /** The places and documents of entries in the next commit, where they differ from the wanted content. */
  readonly #results = new Map<string, { git: GitBlob; document?: Hash }>();
  #summaryPath: string | undefined;

  constructor(parts: ExportParts, request: ExportRequest) {
    this.#parts = parts;
    this.#request = request;
    const { base, former, wanted, own, isFirst, files, projectDirectory } = request;
    this.#root = base.settings.repository?.root ?? projectDirectory;
    this.#summaryPath = base.settings.repository?.summaryPath;
    this.#difference = diffSnapshots(base, wanted.snapshot);
    this.#present = new Map(files.list().map(({ path, oid }) => [path, oid]));
    this.#written = new WrittenFiles({
      blobs: parts.context.blobs,
      organizationId: wanted.space.organizationId,
      objectFormat: request.objectFormat,
      present: this.#present,
    });
    this.#chosen = choosePaths({
      base,
      former,
      wanted: wanted.snapshot,
      difference: this.#difference,
      own,
      isFirst,
      // With a table of contents, files keep their places when their pages move.
      followsFolders: this.#summaryPath === undefined && !isFirst && !request.isThorough,
      root: this.#root,
      present: this.#listOccupied(),
    });
    this.#places = {
      before: (id) => gitOf(wanted.snapshot, id)?.path ?? gitOf(base, id)?.path,
      after: (id) => this.#chosen.get(id) ?? (this.#isChanged(id) ? undefined : gitOf(base, id)?.path),
    };
    // A page of the space and a file of the branch may have the same path: links of the space mean its own.
    const resolved = (isFirst && own) || wanted.snapshot;
    this.#links = { snapshot: resolved, places: this.#places, root: this.#root };
  }

  /** The paths at which no new file can be. */
  *#listOccupied(): Generator<string> {
    const { files, leftOut, isFirst } = this.#request;
    yield* this.#present.keys();
    yield* leftOut;
    yield this.#summaryPath ?? posix.join(this.#root, 'SUMMARY.md');
    if (isFirst) for (const { link } of files.list()) if (link) yield link.path;
  }

  async plan(): Promise<ExportPlan> {
    const { base, wanted, isFirst } = this.#request;
    const renamed = this.#renamedPaths();
    await this.#writeDocuments(renamed.size > 0);
    await this.#writeFiles();
    const isStructural = renamed.size > 0 || hasOtherStructure(base, wanted.snapshot, this.#difference);
    if (isStructural) await this.#writeSummary();
    const redirects = await this.#writeRedirects(renamed);
    const nodes = new Map<Hash, string>();
    const snapshot = this.#buildSnapshot(redirects, nodes);
    const files = this.#written.listChanged();
    const kept = this.#written.listPaths();
    const deleted = isFirst
      ? []
      : this.#removedPaths().filter((path) => this.#present.has(path) && !kept.has(path));
    this.#requireRoom(files, new Set(deleted));
    return {
      changes: this.#written.describe(files, deleted),
      deleted,
      files: () => this.#written.read(files),
      snapshot,
      nodes,
      documents: this.#documents,
      isStructural,
    };
  }

  /** Throws if a file would replace something that is no file of the space, such as a submodule. */
  #requireRoom(files: readonly WrittenFile[], deleted: ReadonlySet<string>): void {
    const isFile = (path: string): boolean => this.#present.has(path) && !deleted.has(path);
    const { leftOut, isFirst, files: present } = this.#request;
    const links = isFirst ? present.list().flatMap(({ link }) => link?.path ?? []) : [];
    const others = new Set([...leftOut, ...links]);
    const folders = new Set([...this.#present.keys(), ...others].flatMap(foldersOf));
    for (const { path } of files) {
      if (this.#present.has(path)) continue;
      const other =
        others.has(path) || folders.has(path)
          ? path
          : foldersOf(path).find((folder) => isFile(folder) || others.has(folder));
      if (other !== undefined)
        throw new GitError(
          'invalid-directory',
          `The file ${path} cannot be written, because it conflicts with ${other} in the branch. Nothing was changed. Rename one of them, or export to another directory.`,
        );
    }
  }

  #isChanged(id: string): boolean {
    const { pages, files, reusables } = this.#difference;
    return pages.has(id) || files.has(id) || reusables.has(id);
  }

  /** Pages and reusable contents that differ. */
  *#changedOwners(): Generator<Changed<Owner>> {
    for (const [id, { before, after }] of this.#difference.pages)
      yield { id, before: asDocument(before), after: asDocument(after) };
    for (const [id, { before, after }] of this.#difference.reusables) yield { id, before, after };
  }

  /** The new paths of files that move, by their old ones. */
  #renamedPaths(): Map<string, string> {
    const renamed = new Map<string, string>();
    for (const id of this.#chosen.keys()) {
      const before = gitOf(this.#request.base, id)?.path;
      const after = this.#chosen.get(id);
      if (before !== undefined && after !== undefined && before !== after) renamed.set(before, after);
    }
    return renamed;
  }

  /** The paths of entries that are gone or have moved. */
  #removedPaths(): string[] {
    const removed: string[] = [];
    const note = (id: string, git: GitBlob | undefined): void => {
      if (git && this.#places.after(id) !== git.path) removed.push(git.path);
    };
    for (const { id, before } of this.#changedOwners()) note(id, before?.git);
    for (const { id, entry } of this.#movedAlong()) note(id, entry.git);
    for (const [id, { before }] of this.#difference.files) note(id, before?.git);
    return removed;
  }

  /** Pages that did not change but move with a page above them. */
  *#movedAlong(): Generator<{ id: string; entry: DocumentEntry }> {
    for (const id of this.#chosen.keys()) {
      const entry = this.#isChanged(id) ? undefined : asDocument(this.#request.base.pages.find(id)?.entry);
      if (entry) yield { id, entry };
    }
  }

  async #writeDocuments(hasRenames: boolean): Promise<void> {
    const { store } = this.#parts;
    const { wanted } = this.#request;
    const { organizationId } = wanted.space;
    const owners = [...this.#changedOwners()].flatMap(({ id, before, after }) =>
      after?.document === undefined ? [] : [{ id, before, after, document: after.document }],
    );
    for (const { id, entry } of this.#movedAlong())
      if (entry.document !== undefined)
        owners.push({ id, before: entry, after: entry, document: entry.document });
    if (hasRenames) appendTo(owners, await this.#findLinkingOwners());
    const references = await store.facts.load(
      organizationId,
      'references',
      owners.map(({ document }) => document),
    );
    const sources = createSourceTools(this.#parts.context.threads);
    const encodings = await this.#findEncodings(owners.flatMap(({ before }) => before?.git ?? []));
    for (const { id, before, document } of owners) {
      const path = this.#places.after(id);
      if (path === undefined) continue;
      const found = references(document);
      const own = { before: this.#places.before(id), after: path };
      const targets = found ? findRewrittenTargets(found, own, this.#links) : new Map<string, string>();
      const isSame = targets.size === 0 && before?.document === document && before.git !== undefined;
      if (isSame && before.git) {
        this.#written.add(
          { path, oldPath: before.git.path, content: { oid: before.git.oid } },
          before.git.oid,
        );
        this.#results.set(id, { git: { oid: before.git.oid, path } });
        continue;
      }
      let source = await store.getSource(organizationId, document);
      if (targets.size > 0) {
        const { text, isUtf8 } = decodeSource(source);
        if (isUtf8) source = Buffer.from(await sources.rewriteTargets(text, targets, 'changes'));
      }
      const hash = hashOf(source);
      if (hash !== document) this.#documents.set(hash, source);
      const content = encodeLike(source, encodings.get(before?.git?.oid ?? ''));
      const oid = this.#written.oidOf(content);
      this.#written.add({ path, oldPath: before?.git?.path, content }, oid);
      this.#results.set(id, { git: { oid, path }, document: hash });
    }
  }

  /** Of files of the commit, those in UTF-16, which keep their encoding when they are written. */
  async #findEncodings(files: readonly GitBlob[]): Promise<Map<string, Utf16>> {
    const oids = files.filter(({ oid, path }) => this.#present.get(path) === oid).map(({ oid }) => oid);
    const encodings = new Map<string, Utf16>();
    if (oids.length === 0) return encodings;
    for await (const { oid, content } of this.#request.readBlobs([...new Set(oids)])) {
      const encoding = findUtf16(content);
      if (encoding && decodeUtf16(content) !== undefined) encodings.set(oid, encoding);
    }
    return encodings;
  }

  /** Pages and reusable contents that did not change but link to files that move. */
  async #findLinkingOwners(): Promise<{ id: string; before: Owner; after: Owner; document: Hash }[]> {
    const { wanted } = this.#request;
    const { owners } = await this.#parts.links.get(wanted);
    return owners.flatMap(({ id, part }) => {
      if (!part || this.#isChanged(id) || this.#chosen.has(id)) return [];
      const entry = ownerOf(wanted.snapshot, id);
      const path = entry?.git?.path;
      if (!entry || entry.document === undefined || path === undefined) return [];
      const targets = findRewrittenTargets(part, { before: path, after: path }, this.#links);
      return targets.size === 0 ? [] : [{ id, before: entry, after: entry, document: entry.document }];
    });
  }

  async #writeFiles(): Promise<void> {
    for (const [id, { before, after }] of this.#difference.files) {
      const path = this.#chosen.get(id);
      if (!after || path === undefined) continue;
      const oid =
        before?.git && before.blob === after.blob ? before.git.oid : await this.#written.oidOfBlob(after);
      const isKnown = before?.git?.oid === oid;
      this.#written.add(
        { path, oldPath: before?.git?.path, content: isKnown ? { oid } : { blob: after.blob, oid } },
        oid,
      );
      this.#results.set(id, { git: { oid, path } });
    }
  }

  async #writeSummary(): Promise<void> {
    const { base, wanted, files, isThorough } = this.#request;
    const known = this.#summaryPath;
    if (known === undefined && !isThorough) return;
    const path = known ?? posix.join(this.#root, 'SUMMARY.md');
    const texts = known === undefined ? undefined : await files.readTexts([known]);
    const layout = texts?.has(path) ? await this.#request.readLayout() : undefined;
    const text = planSummary({
      base,
      wanted: wanted.snapshot,
      nodes: layout?.nodes ?? [],
      summaryPath: path,
      text: layout ? texts?.get(path) : undefined,
      links: this.#links,
      isTidied: isThorough,
    });
    this.#summaryPath = path;
    await this.#writeText(path, text);
  }

  /** Updates redirects to files that move. */
  async #writeRedirects(renamed: ReadonlyMap<string, string>): Promise<RevisionSettings['redirects']> {
    const { redirects } = this.#request.wanted.snapshot.settings;
    const isConcerned = redirects.some(({ to }) => renamed.has(to.split('#', 1)[0] as string));
    if (!isConcerned) return redirects;
    const path = posix.join(this.#request.projectDirectory, '.gitbook.yaml');
    const text = (await this.#request.files.readTexts([path])).get(path);
    const fromRoot = new Map(
      [...renamed].map(([before, after]) => [
        posix.relative(this.#root, before),
        posix.relative(this.#root, after),
      ]),
    );
    if (text !== undefined) await this.#writeText(path, writeRedirects(text, fromRoot));
    return redirects.map(({ from, to }) => {
      const [target = '', anchor] = to.split(/#(.*)/s);
      const next = renamed.get(target);
      return next === undefined
        ? { from, to }
        : { from, to: anchor === undefined ? next : `${next}#${anchor}` };
    });
  }

  async #writeText(path: string, text: string): Promise<void> {
    const oid = this.#present.get(path) ?? '';
    const encodings = await this.#findEncodings(oid === '' ? [] : [{ path, oid }]);
    const content = encodeLike(Buffer.from(text), encodings.get(oid));
    this.#written.add({ path, oldPath: path, content }, this.#written.oidOf(content));
  }

  #buildSnapshot(redirects: RevisionSettings['redirects'], nodes: Map<Hash, string>): Snapshot {
    const { wanted, base } = this.#request;
    const { snapshot } = wanted;
    const emit = (hash: Hash, node: string): void => void nodes.set(hash, node);
    const edit = new TreeEdit(snapshot.pages);
    for (const [id, { git, document }] of this.#results) {
      const entry = asDocument(edit.find(id));
      if (!entry) continue;
      const next = { ...entry, ...(document === undefined ? {} : { document }), git };
      if (JSON.stringify(next) !== JSON.stringify(entry)) edit.replace(next);
    }
    const settings: RevisionSettings = {
      ...snapshot.settings,
      redirects,
      repository: {
        ...base.settings.repository,
        root: this.#root,
        ...(this.#summaryPath === undefined ? {} : { summaryPath: this.#summaryPath }),
      },
    };
    const isSameSettings = JSON.stringify(settings) === JSON.stringify(snapshot.settings);
    return snapshot.withParts(
      {
        pages: edit.build(emit),
        files: this.#place(snapshot.files, fileCodec, emit),
        reusables: this.#place(snapshot.reusables, reusableCodec, emit),
        ...(isSameSettings ? {} : { settings }),
      },
      emit,
    );
  }

  /** The entries with their places in the next commit. */
  #place<Entry extends FileEntry | ReusableEntry>(
    list: MerkleList<Entry> | undefined,
    codec: ItemCodec<Entry>,
    emit: (hash: Hash, node: string) => void,
  ): MerkleList<Entry> | undefined {
    const items = [...itemsOf(list)].map((entry) => {
      const result = this.#results.get(entry.id);
      const next = result ? { ...entry, ...result } : entry;
      return JSON.stringify(next) === JSON.stringify(entry) ? entry : next;
    });
    return rebuildList(list, items, codec, emit);
  }
}

/** A source in the encoding of its file. One that is not UTF-8 has the bytes of a file already. */
function encodeLike(source: Buffer, encoding: Utf16 | undefined): Buffer {
  if (!encoding) return source;
  const { text, isUtf8 } = decodeSource(source);
  return isUtf8 ? encodeUtf16(text, encoding) : source;
}

const asDocument = (entry: PageEntry | undefined): DocumentEntry | undefined =>
  entry?.type === 'document' ? entry : undefined;

function ownerOf(snapshot: Snapshot, id: string): Owner | undefined {
  return asDocument(snapshot.pages.find(id)?.entry) ?? snapshot.findReusable(id);
}

const gitOf = (snapshot: Snapshot, id: string): GitBlob | undefined =>
  (ownerOf(snapshot, id) ?? snapshot.findFile(id))?.git;
