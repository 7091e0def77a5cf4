import { posix } from 'node:path';
import { decodeComponent } from '@lectern/std/decode-component';
import { isId } from '@lectern/std/ids';
import { foldPath } from '../tree/fold-path.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { type Asset, findAsset } from './find-asset.ts';
import { findRedirect } from './find-redirect.ts';

/** The meaning of a target of a document in a revision. */
export type ResolvedTarget =
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string }
  | { kind: 'anchor'; page?: string; anchor: string }
  | Asset;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Placeholders that other platforms write for a lost target. */
const DEAD = /^(?:broken-reference|\/broken\/(?:spaces\/[^/]+\/)?(?:pages|files)\/[^/]+)$/;

/** References by id, as `stableTarget` writes them. */
const STABLE = /^\/(pages|files|reusable-contents)\/([^/]+)$/;

/**
 * Resolves a target as it is written in the source at `fromPath` (counted from the repository's root).
 * Undefined: it means something in this space that is not there.
 */
export function resolveTarget(
  snapshot: Snapshot,
  fromPath: string | undefined,
  written: string,
): ResolvedTarget | undefined {
  const raw = written.trim();
  if (SCHEME.test(raw) || raw.startsWith('//')) return { kind: 'url', url: raw };
  const [beforeAnchor, writtenAnchor] = splitOnce(raw, '#');
  const path = splitOnce(beforeAnchor, '?')[0];
  const anchor = writtenAnchor === undefined ? undefined : decodeComponent(writtenAnchor);
  if (path === '') return anchor ? { kind: 'anchor', anchor } : undefined;
  if (DEAD.test(path)) return undefined;
  const [, kind, id] = STABLE.exec(path) ?? [];
  const stable = kind && id && isId(id) ? resolveId(snapshot, kind, id, anchor) : undefined;
  if (stable) return stable;
  for (const candidate of new Set([path, decodeComponent(path)])) {
    const found = resolvePath(snapshot, fromPath, candidate, writtenAnchor);
    if (found) return found;
  }
  return undefined;
}

function resolveId(
  snapshot: Snapshot,
  kind: string,
  id: string,
  anchor: string | undefined,
): ResolvedTarget | undefined {
  if (kind === 'pages') return snapshot.pages.find(id) && toPage(id, anchor);
  if (kind === 'files') return snapshot.findFile(id) && { kind: 'file', file: id };
  return snapshot.findReusable(id) && { kind: 'reusable-content', reusableContent: id };
}

const toPage = (page: string, anchor: string | undefined): ResolvedTarget =>
  anchor ? { kind: 'anchor', page, anchor } : { kind: 'page', page };

/** `writtenAnchor`: as the source writes it, percent-encoded or not. */
function resolvePath(
  snapshot: Snapshot,
  fromPath: string | undefined,
  path: string,
  writtenAnchor: string | undefined,
): ResolvedTarget | undefined {
  const anchor = writtenAnchor === undefined ? undefined : decodeComponent(writtenAnchor);
  const root = snapshot.settings.repository?.root ?? '';
  const base = path.startsWith('/') ? root : posix.dirname(fromPath ?? posix.join(root, 'x'));
  // Without its leading slash: with an empty root the path would stay absolute, and repository paths are relative.
  const target = posix.normalize(posix.join(base, path.replace(/^\/+/, ''))).replace(/\/$/, '');
  if (target.startsWith('..')) return undefined;
  const { treeUrl } = snapshot.settings.repository ?? {};
  if (treeUrl && root !== '' && !`${target}/`.startsWith(`${root}/`)) {
    const fragment = writtenAnchor ? `#${writtenAnchor}` : '';
    return { kind: 'url', url: `${treeUrl.replace(/\/$/, '')}/${target}${fragment}` };
  }
  const inRoot = target === '.' ? '' : target;
  const names = [inRoot, posix.join(inRoot, 'README.md'), `${inRoot}.md`, posix.join(inRoot, 'index.md')];
  for (const name of names) {
    const page = snapshot.pages.findByGitPath(name);
    if (page) return toPage(page.entry.id, anchor);
  }
  const asset = findAsset(snapshot, inRoot);
  if (asset) return asset;
  // As an import reads a table of contents: a name that differs in case or Unicode form is better than none.
  for (const name of names) {
    const page = snapshot.pages.findByFoldedGitPath(foldPath(name));
    if (page) return toPage(page.entry.id, anchor);
  }
  const folded = findAsset(snapshot, inRoot, 'folded');
  if (folded) return folded;
  return resolveRedirect(snapshot, posix.relative(root, inRoot), anchor);
}

/** Readers of an old path are sent to where the repository's settings say. */
export function resolveRedirect(
  snapshot: Snapshot,
  path: string,
  anchor?: string,
): ResolvedTarget | undefined {
  const to = findRedirect(snapshot, path);
  if (to === undefined) return undefined;
  if (SCHEME.test(to) || to.startsWith('//')) return { kind: 'url', url: to };
  const [toPath, toAnchor] = splitOnce(to, '#');
  const page = snapshot.pages.findByGitPath(toPath);
  if (page) return toPage(page.entry.id, anchor ?? toAnchor);
  return findAsset(snapshot, toPath);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
