import { diffSnapshots, type SnapshotDifference } from '../tree/diff-snapshots.ts';
import {
  type FileEntry,
  fileCodec,
  type PageEntry,
  type ReusableEntry,
  reusableCodec,
} from '../tree/entries.ts';
import type { Hash } from '../tree/hash.ts';
import { type EmitNode, itemsOf } from '../tree/merkle-list.ts';
import type { PageTree } from '../tree/page-tree.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { buildMergedTree } from './build-merged-tree.ts';
import { TOP } from './changed-lists.ts';
import { type ConflictReport, createConflictReport } from './conflict-report.ts';
import type { Conflict, ConflictAnswer, Sides, SourceConflict } from './conflicts.ts';
import type { DocumentTitles } from './merge-document.ts';
import { encode, type Fields, mergeFields, mergeValue, orderFields, reuseEqual } from './merge-fields.ts';
import { buildMergedList, type MergedItems, mergeChangedItems } from './merge-items.ts';
import { mergePageEntry, mergeReusableEntry, type WantedDocument } from './merge-page-entry.ts';
import { mergeSettings } from './merge-settings.ts';
import { type MergedChildren, mergeStructure } from './merge-structure.ts';
import { makeSlugsUnique, type RenamedPage } from './unique-slugs.ts';

interface MergedDocument {
  hash: Hash;
  /** The conflicts without an answer, from `mergeSources` with the wanted id as its scope. */
  conflicts: readonly SourceConflict[];
  /** The titles that the documents of both sides and the merged one give. */
  titles: DocumentTitles;
}

export interface MergeSnapshotsOptions {
  /** Merges documents that both sides changed, in the order in which they are asked for. */
  mergeDocuments: (wanted: readonly WantedDocument[]) => Promise<readonly MergedDocument[]>;
  /** The answer to a conflict. Those in documents are answered by `mergeDocuments`. */
  answerOf: (conflict: Conflict) => ConflictAnswer | undefined;
  /** Receives the nodes that neither ours nor theirs has. */
  emit: EmitNode;
}

export interface MergedSnapshot {
  /** Keeps ours where a conflict has no answer, and keeps pages that one side deleted and the other changed. */
  snapshot: Snapshot;
  /** The unresolved conflicts. */
  conflicts: Conflict[];
  /** Pages that got another slug, because the other side has a page of the same name beside them. */
  renamed: RenamedPage[];
}

type Changes = Record<'ours' | 'theirs', SnapshotDifference>;

/**
 * Merges two revisions with the revision that both come from. Everything is identified by its id, so that moves and
 * renames merge with edits. The work grows with what the sides changed, not with the space.
 */
export async function mergeSnapshots(
  { base, ours, theirs }: Sides<Snapshot>,
  options: MergeSnapshotsOptions,
): Promise<MergedSnapshot> {
  const unchanged = (snapshot: Snapshot): MergedSnapshot => ({ snapshot, conflicts: [], renamed: [] });
  if (ours.hash === theirs.hash || theirs.hash === base.hash) return unchanged(ours);
  if (ours.hash === base.hash) return unchanged(theirs);
  const changes = { ours: diffSnapshots(base, ours), theirs: diffSnapshots(base, theirs) };
  const report = createConflictReport(options.answerOf);
  const wanted: WantedDocument[] = [];
  const pages = mergePageEntries(changes, report, wanted);
  const reusables = mergeReusables(changes, report, wanted);
  const files = mergeFiles(changes, report);
  const trees = { base: base.pages, ours: ours.pages, theirs: theirs.pages };
  const children = mergeStructure({
    trees,
    changes: { ours: changes.ours.pages, theirs: changes.theirs.pages },
    report,
  });
  const settings = mergeSettings(
    { base: base.settings, ours: ours.settings, theirs: theirs.settings },
    report,
  );
  const documents = wanted.length === 0 ? [] : await options.mergeDocuments(wanted);
  for (const [i, one] of wanted.entries()) {
    const { id } = one;
    const document = documents[i];
    if (!document) throw new Error('A document was not merged.');
    const fields = { title: mergeTitle(one, document), document: document.hash };
    report.conflicts.push(
      ...document.conflicts.map((conflict) => ({ ...conflict, kind: 'document' as const, targetId: id })),
    );
    setFields(pages, id, fields);
    setFields(reusables, id, fields);
  }
  const renamed = renamePages(trees, pages, children);
  const entries = entriesUnlikeOurs(ours.pages, pages, children);
  const { emit } = options;
  const lists = {
    files: buildMergedList<FileEntry>({ base: base.files, ours: ours.files, theirs: theirs.files }, files, {
      codec: fileCodec,
      emit,
    }),
    reusables: buildMergedList<ReusableEntry>(
      { base: base.reusables, ours: ours.reusables, theirs: theirs.reusables },
      reusables,
      { codec: reusableCodec, emit },
    ),
  };
  const snapshot = ours.withParts(
    {
      ...lists,
      pages: buildMergedTree({ ours: ours.pages, theirs: theirs.pages, entries, children, emit }),
      ...(encode(settings) === encode(ours.settings) ? {} : { settings }),
    },
    emit,
  );
  return { snapshot, conflicts: report.conflicts, renamed };
}

/**
 * The title from the merged document, if both sides take theirs from the document; otherwise merged like other fields.
 */
function mergeTitle({ titles, resolveTitle }: WantedDocument, { titles: given }: MergedDocument): string {
  const isGiven = given.ours === titles.ours && given.theirs === titles.theirs;
  if (isGiven && given.merged !== undefined) return given.merged;
  return mergeValue(titles, resolveTitle) as string;
}

function setFields<Entry extends object>(
  merged: Map<string, Entry | undefined>,
  id: string,
  fields: { title: string; document: Hash },
): void {
  const entry = merged.get(id);
  if (entry) merged.set(id, { ...entry, ...fields });
}

/** The merged entries of the pages that theirs has and changed. */
function mergePageEntries(
  changes: Changes,
  report: ConflictReport,
  wanted: WantedDocument[],
): Map<string, PageEntry> {
  const merged = new Map<string, PageEntry>();
  for (const [id, { before, after }] of changes.theirs.pages) {
    if (!after) continue;
    const ours = changes.ours.pages.get(id);
    if (!ours) merged.set(id, after);
    // Pages that one side deleted and the other changed are handled with the structure.
    else if (ours.after)
      merged.set(
        id,
        encode(ours.after) === encode(after)
          ? reuseEqual(after, [ours.after, after])
          : reuseEqual(mergePageEntry({ base: before, ours: ours.after, theirs: after }, report, wanted), [
              ours.after,
              after,
            ]),
      );
  }
  return merged;
}

function mergeReusables(
  changes: Changes,
  report: ConflictReport,
  wanted: WantedDocument[],
): MergedItems<ReusableEntry> {
  return mergeChangedItems<ReusableEntry>(
    { ours: changes.ours.reusables, theirs: changes.theirs.reusables },
    {
      mergeBoth: (sides) => mergeReusableEntry(sides, report, wanted),
      askDeleted: (sides, reusableContentId) =>
        report.resolve({ kind: 'reusable-content', reusableContentId, field: 'deleted', ...sides }),
    },
  );
}

function mergeFiles(changes: Changes, report: ConflictReport): MergedItems<FileEntry> {
  return mergeChangedItems<FileEntry>(
    { ours: changes.ours.files, theirs: changes.theirs.files },
    {
      mergeBoth: (sides) => mergeFileEntry(sides, report),
      askDeleted: (sides, fileId) => report.resolve({ kind: 'file', fileId, field: 'deleted', ...sides }),
    },
  );
}

/** Merges the entries of a file. The fields that describe its bytes are merged as one field. */
function mergeFileEntry(
  { base, ours, theirs }: { base: FileEntry | undefined; ours: FileEntry; theirs: FileEntry },
  report: ConflictReport,
): FileEntry {
  const group = (file: FileEntry | undefined): Fields => {
    if (!file) return {};
    const { contentType, size, blob, dimensions, ...rest } = file;
    return { ...rest, content: { contentType, size, blob, ...(dimensions ? { dimensions } : {}) } };
  };
  const { content, ...rest } = mergeFields(
    { base: group(base), ours: group(ours), theirs: group(theirs) },
    (field, shown) => {
      const named = (value: unknown): Partial<FileEntry> | null => {
        if (value === null) return null;
        return field === 'content' ? (value as Partial<FileEntry>) : { [field]: value };
      };
      return report.resolve({
        kind: 'file',
        fileId: ours.id,
        field,
        base: named(shown.base),
        ours: named(shown.ours),
        theirs: named(shown.theirs),
      });
    },
  );
  return orderFields({ ...rest, ...(content as Fields) }) as never;
}

/** Makes slugs unique where pages of both sides have become siblings. */
function renamePages(
  trees: Sides<PageTree>,
  pages: Map<string, PageEntry>,
  children: MergedChildren,
): RenamedPage[] {
  const slugOf = (entry: PageEntry | undefined): string | undefined =>
    entry && 'slug' in entry ? entry.slug : undefined;
  const concerned = new Map<string, readonly string[]>(children);
  for (const [id, entry] of pages) {
    const ours = trees.ours.find(id);
    if (!ours || slugOf(ours.entry) === slugOf(entry)) continue;
    const parentId = trees.ours.parentIdOf(id) ?? TOP;
    if (concerned.has(parentId) || [...children.values()].some((ids) => ids.includes(id))) continue;
    const list = parentId === TOP ? trees.ours.top : trees.ours.find(parentId)?.children;
    concerned.set(
      parentId,
      [...itemsOf(list)].map((page) => page.entry.id),
    );
  }
  const renamed: RenamedPage[] = [];
  for (const ids of concerned.values()) {
    const siblings = ids.map(
      (id) => (pages.get(id) ?? trees.ours.find(id)?.entry ?? trees.theirs.find(id)?.entry) as PageEntry,
    );
    const stoodBeside = (tree: PageTree, left: string, right: string): boolean => {
      const [one, other] = [tree.find(left), tree.find(right)];
      if (!one || !other || tree.parentIdOf(left) !== tree.parentIdOf(right)) return false;
      return slugOf(one.entry)?.toLowerCase() === slugOf(other.entry)?.toLowerCase();
    };
    renamed.push(
      ...makeSlugsUnique({
        pages: siblings,
        wereEqual: (left, right) =>
          stoodBeside(trees.ours, left, right) || stoodBeside(trees.theirs, left, right),
      }),
    );
  }
  for (const { pageId, to } of renamed) {
    const entry = pages.get(pageId) ?? trees.ours.find(pageId)?.entry ?? trees.theirs.find(pageId)?.entry;
    if (entry) pages.set(pageId, { ...entry, slug: to } as PageEntry);
  }
  return renamed;
}

/** The merged entries of pages that are in the result and differ from those in ours. */
function entriesUnlikeOurs(
  ours: PageTree,
  pages: ReadonlyMap<string, PageEntry>,
  children: MergedChildren,
): Map<string, PageEntry> {
  const added = new Set([...children.values()].flat());
  const unlike = new Map<string, PageEntry>();
  for (const [id, entry] of pages) {
    const known = ours.find(id);
    if (known ? JSON.stringify(known.entry) !== JSON.stringify(entry) : added.has(id)) unlike.set(id, entry);
  }
  return unlike;
}
