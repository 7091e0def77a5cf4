import type { PageEntry, ReusableEntry } from '../tree/entries.ts';
import type { Hash } from '../tree/hash.ts';
import type { ConflictReport } from './conflict-report.ts';
import type { ConflictAnswer, Sides } from './conflicts.ts';
import {
  type Fields,
  mergeFields,
  mergeValue,
  orderFields,
  type ResolveField,
  unconflictedSide,
} from './merge-fields.ts';

/** A document that both sides changed. */
export interface WantedDocument {
  /** The id of the page or the reusable content. */
  id: string;
  /** Undefined if both sides added the document. */
  base: Hash | undefined;
  ours: Hash;
  theirs: Hash;
  /** The titles of its entry, which are merged with it: they are usually those that the document gives. */
  titles: Sides<unknown>;
  resolveTitle: (sides: Sides<unknown>) => ConflictAnswer | undefined;
}

const TIMES = ['createdAt', 'updatedAt'];
/** The fields of every kind of page; the others belong to its kind. */
const COMMON = new Set(['id', 'title', 'linkTitle', 'condition', ...TIMES]);

interface EntrySides<Entry> {
  base: Entry | undefined;
  ours: Entry;
  theirs: Entry;
}

/** Merges the fields of a page that both sides changed. A document that both changed is added to `wanted`. */
export function mergePageEntry(
  { base, ours, theirs }: EntrySides<PageEntry>,
  report: ConflictReport,
  wanted: WantedDocument[],
): PageEntry {
  const resolve: ResolveField = (field, sides) =>
    report.resolve({ kind: 'page-field', pageId: ours.id, field, ...sides });
  const sides: Sides<Fields> = { base: { ...base }, ours: { ...ours }, theirs: { ...theirs } };
  const types = new Set([base?.type ?? ours.type, ours.type, theirs.type]);
  const [createdAt] = [ours.createdAt, theirs.createdAt].sort();
  const [, updatedAt] = [ours.updatedAt, theirs.updatedAt].sort();
  const times = { createdAt, updatedAt };
  if (types.size === 1)
    return orderFields({ ...mergeContentFields(sides, resolve, wanted), ...times }) as never;
  const split = (entry: Fields, isCommon: boolean): Fields =>
    Object.fromEntries(
      Object.entries(entry).filter(([field]) => COMMON.has(field) === isCommon && !TIMES.includes(field)),
    );
  const common = mergeFields(
    { base: split(sides.base, true), ours: split(sides.ours, true), theirs: split(sides.theirs, true) },
    resolve,
  );
  const ofKind = mergeValue(
    {
      base: base && split(sides.base, false),
      ours: split(sides.ours, false),
      theirs: split(sides.theirs, false),
    },
    (shown) => resolve('type', shown),
  );
  return orderFields({ ...common, ...(ofKind as Fields), ...times }) as never;
}

export function mergeReusableEntry(
  { base, ours, theirs }: EntrySides<ReusableEntry>,
  report: ConflictReport,
  wanted: WantedDocument[],
): ReusableEntry {
  const resolve: ResolveField = (field, shown) => {
    const named = (value: unknown): Partial<ReusableEntry> | null =>
      value === null ? null : { [field]: value };
    return report.resolve({
      kind: 'reusable-content',
      reusableContentId: ours.id,
      field,
      base: named(shown.base),
      ours: named(shown.ours),
      theirs: named(shown.theirs),
    });
  };
  const sides: Sides<Fields> = { base: { ...base }, ours: { ...ours }, theirs: { ...theirs } };
  return orderFields(mergeContentFields(sides, resolve, wanted)) as never;
}

/** Merges field by field; documents and their places in the repository have rules of their own. */
function mergeContentFields(sides: Sides<Fields>, resolve: ResolveField, wanted: WantedDocument[]): Fields {
  const count = wanted.length;
  const document = mergeDocumentField(sides, resolve, wanted);
  const apart = new Set(['document', 'git', ...TIMES, ...(wanted.length > count ? ['title'] : [])]);
  const without = (entry: Fields): Fields =>
    Object.fromEntries(Object.entries(entry).filter(([field]) => !apart.has(field)));
  const merged: Record<string, unknown> = mergeFields(
    { base: without(sides.base), ours: without(sides.ours), theirs: without(sides.theirs) },
    resolve,
  );
  const git = mergeGit({ base: sides.base.git, ours: sides.ours.git, theirs: sides.theirs.git }, resolve);
  return {
    ...merged,
    ...(apart.has('title') ? { title: sides.ours.title } : {}),
    ...(document === undefined ? {} : { document }),
    ...(git === undefined ? {} : { git }),
  };
}

function mergeDocumentField(sides: Sides<Fields>, resolve: ResolveField, wanted: WantedDocument[]): unknown {
  const hashes = {
    base: sides.base.document as Hash | undefined,
    ours: sides.ours.document as Hash | undefined,
    theirs: sides.theirs.document as Hash | undefined,
  };
  const { base, ours, theirs } = hashes;
  if (ours !== undefined && theirs !== undefined && !unconflictedSide(hashes)) {
    wanted.push({
      id: String(sides.ours.id),
      base,
      ours,
      theirs,
      titles: { base: sides.base.title, ours: sides.ours.title, theirs: sides.theirs.title },
      resolveTitle: (titles) => resolve('title', titles),
    });
    return ours;
  }
  return mergeValue(hashes, (shown) => resolve('document', shown));
}

/** The path decides; of two blobs at one path, a rule decides that does not depend on the side. */
function mergeGit(sides: Sides<unknown>, resolve: ResolveField): unknown {
  const pathOf = (git: unknown): unknown => (git as { path?: string } | undefined)?.path;
  const { ours, theirs } = sides;
  if (!unconflictedSide(sides) && ours && theirs && pathOf(ours) === pathOf(theirs))
    return JSON.stringify(ours) < JSON.stringify(theirs) ? ours : theirs;
  return mergeValue(sides, (shown) => resolve('git', shown));
}
