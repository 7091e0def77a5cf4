import { posix } from 'node:path';
import type { DocumentReferences } from '@lectern/content/facts/references';
import { relativeTarget } from '@lectern/content/references/relative-target';
import { type ResolvedTarget, resolveTarget } from '@lectern/content/references/resolve-target';
import { isStableTarget, stableTarget } from '@lectern/content/references/stable-targets';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { decodeComponent } from '@lectern/std/decode-component';
import type { NamedEntry } from './content-draft.ts';

/** The location of a document that is being saved. */
export interface DocumentOwner {
  ownerId: string;
  /** Its path in the repository; undefined if it was never in one. */
  gitPath: string | undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:|^\/\/|^#/i;

/**
 * Finds the targets of a document that are rewritten in its source, so that they remain valid when pages move: by path
 * between files of a repository, otherwise by id. Targets that do not exist stay as they were sent, and those in `kept`
 * as they are, unless the same request inserts what they name.
 */
export function rewriteTargets(
  snapshot: Snapshot,
  place: DocumentOwner,
  { references }: DocumentReferences,
  refs: ReadonlyMap<string, NamedEntry>,
  kept: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const settled = new Map<string, string>();
  for (const { raw } of references) {
    if (settled.has(raw) || SCHEME.test(raw) || (kept.has(raw) && !resolveRef(raw, refs))) continue;
    const next = rewriteTarget(snapshot, place, raw, refs);
    if (next !== undefined && next !== raw) settled.set(raw, next);
  }
  return settled;
}

function rewriteTarget(
  snapshot: Snapshot,
  place: DocumentOwner,
  raw: string,
  refs: ReadonlyMap<string, NamedEntry>,
): string | undefined {
  const named = resolveRef(raw, refs);
  if (named) return writeTarget(snapshot, place, named);
  const resolved = resolveTarget(snapshot, place.gitPath, raw);
  if (resolved && (place.gitPath !== undefined || isStableTarget(raw))) return undefined;
  const target = resolved ?? resolveByPage(snapshot, place, raw);
  return target && writeTarget(snapshot, place, target);
}

/** `./<ref>`, `./<ref>.md`, `<ref>`: an entry that the same request inserts. */
function resolveRef(raw: string, refs: ReadonlyMap<string, NamedEntry>): ResolvedTarget | undefined {
  if (refs.size === 0) return undefined;
  const [path = '', anchor] = raw.split('#', 2);
  const name = decodeComponent(path.replace(/^\.\//, ''));
  const entry = refs.get(name) ?? refs.get(name.replace(/\.md$/, ''));
  if (!entry) return undefined;
  if (entry.kind === 'file') return { kind: 'file', file: entry.id };
  if (entry.kind === 'reusable-content') return { kind: 'reusable-content', reusableContent: entry.id };
  return toPage(entry.id, anchor);
}

/**
 * The forms that the public client documents: `/pages/` with a path of slugs or the path that the page would have as a
 * file, and paths relative to the place of this page among such files.
 */
function resolveByPage(snapshot: Snapshot, place: DocumentOwner, raw: string): ResolvedTarget | undefined {
  const [path = '', anchor] = raw.split('#', 2);
  const written = decodeComponent(path);
  const full = written.startsWith('/')
    ? written.replace(/^\/(?:pages\/)?/, '')
    : posix.normalize(posix.join(posix.dirname(virtualPath(snapshot, place.ownerId)), written));
  if (full.startsWith('..')) return undefined;
  const slugs = full
    .replace(/\/$/, '')
    .replace(/(?:^|\/)README\.md$/i, '')
    .replace(/\.md$/i, '');
  const page =
    slugs === '' || slugs === '.' ? snapshot.pages.pages().next().value : snapshot.pages.findByPath(slugs);
  return page ? toPage(page.entry.id, anchor) : undefined;
}

/** The path that the page would have as a file; that of a page with pages below it ends in README.md. */
function virtualPath(snapshot: Snapshot, ownerId: string): string {
  const page = snapshot.pages.find(ownerId);
  if (!page) return 'x.md';
  const path = snapshot.pages.pathOf(ownerId);
  return page.children ? `${path}/README.md` : `${path}.md`;
}

/** Between two files of a repository by path, as Git hosts show it; otherwise by id. */
function writeTarget(
  snapshot: Snapshot,
  { gitPath }: DocumentOwner,
  target: ResolvedTarget,
): string | undefined {
  const path = gitPathOf(snapshot, target);
  if (gitPath === undefined || path === undefined) return stableTarget(target);
  const relative = relativeTarget(posix.dirname(gitPath), path);
  return target.kind === 'anchor' ? `${relative}#${target.anchor}` : relative;
}

function gitPathOf(snapshot: Snapshot, target: ResolvedTarget): string | undefined {
  switch (target.kind) {
    case 'url':
      return undefined;
    case 'file':
      return snapshot.findFile(target.file)?.git?.path;
    case 'reusable-content':
      return snapshot.findReusable(target.reusableContent)?.git?.path;
    default: {
      const entry = target.page === undefined ? undefined : snapshot.pages.find(target.page)?.entry;
      return entry && 'git' in entry ? entry.git?.path : undefined;
    }
  }
}

const toPage = (page: string, anchor: string | undefined): ResolvedTarget =>
  anchor ? { kind: 'anchor', page, anchor: decodeComponent(anchor) } : { kind: 'page', page };
