/** Finds the new targets of links in documents when files of the repository move. */
import { posix } from 'node:path';
import type { DocumentReferences } from '@lectern/content/facts/references';
import { relativeTarget } from '@lectern/content/references/relative-target';
import { type ResolvedTarget, resolveTarget } from '@lectern/content/references/resolve-target';
import { isStableTarget } from '@lectern/content/references/stable-targets';
import type { Snapshot } from '@lectern/content/tree/snapshot';

/** The paths of entries in a commit and in the next one, by their ids; undefined if they have no file there. */
export interface Places {
  before(id: string): string | undefined;
  after(id: string): string | undefined;
}

/** The paths of one document, or of SUMMARY.md. */
export interface OwnPlace {
  before: string | undefined;
  after: string;
}

export interface LinkContext {
  /** The content in which links are resolved, with the former paths. */
  snapshot: Snapshot;
  places: Places;
  /** The folder of the space. */
  root: string;
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:|^\/\/|^#|^$/i;

/**
 * Finds the targets of a document that change in its new place: links by id become links by path, and links by path
 * keep their destination. All others keep their bytes.
 */
export function findRewrittenTargets(
  { references }: Pick<DocumentReferences, 'references'>,
  own: OwnPlace,
  context: LinkContext,
): Map<string, string> {
  const rewritten = new Map<string, string>();
  for (const { raw } of references) {
    if (rewritten.has(raw)) continue;
    const next = rewriteTarget(raw, own, context);
    if (next !== undefined && next !== raw) rewritten.set(raw, next);
  }
  return rewritten;
}

/** Returns a target as it must be written in the new place of its owner; undefined if it need not change. */
export function rewriteTarget(written: string, own: OwnPlace, context: LinkContext): string | undefined {
  const raw = written.trim();
  if (ABSOLUTE.test(raw)) return undefined;
  const { snapshot, places } = context;
  const targetId = idOf(resolveTarget(snapshot, own.before, raw));
  const isStable = isStableTarget(raw);
  if (targetId === undefined) return isStable ? undefined : follow(raw, own);
  const after = places.after(targetId);
  if (after === undefined) return undefined;
  const isUnmoved = own.before === own.after && places.before(targetId) === after;
  if (isUnmoved && !isStable) return undefined;
  const fragment = raw.includes('#') ? raw.slice(raw.indexOf('#')) : '';
  return writePath({ raw, from: own.after, to: after, isStable }, context) + fragment;
}

/** A link from the root of the space stays one; every other is relative to its file. */
function writePath(
  { raw, from, to, isStable }: { raw: string; from: string; to: string; isStable: boolean },
  { root }: LinkContext,
): string {
  if (!isStable && raw.startsWith('/')) return `/${relativeTarget(root, to)}`;
  const relative = relativeTarget(posix.dirname(from), to);
  return raw.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative;
}

/** Rewrites a relative link to something outside of the space for the new place of its file. */
function follow(raw: string, { before, after }: OwnPlace): string | undefined {
  if (before === undefined || raw.startsWith('/') || posix.dirname(before) === posix.dirname(after))
    return undefined;
  const end = raw.search(/[?#]/);
  const path = end < 0 ? raw : raw.slice(0, end);
  const target = posix.normalize(posix.join(posix.dirname(before), path));
  if (target.startsWith('..')) return undefined;
  return posix.relative(posix.dirname(after), target) + (end < 0 ? '' : raw.slice(end));
}

function idOf(target: ResolvedTarget | undefined): string | undefined {
  switch (target?.kind) {
    case 'page':
    case 'anchor':
      return target.page;
    case 'file':
      return target.file;
    case 'reusable-content':
      return target.reusableContent;
    default:
      return undefined;
  }
}
