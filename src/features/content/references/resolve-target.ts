import { posix } from 'node:path';
import type { Snapshot } from '../tree/snapshot.ts';

/** What a target written in a document means in a revision. */
export type ResolvedTarget =
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string }
  | { kind: 'anchor'; page?: string; anchor: string }
  | { kind: 'file'; file: string }
  | { kind: 'reusable-content'; reusableContent: string };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Resolves a target as it is written in the source at `fromPath` (counted from the repository's root).
 * Undefined: it means something in this space that is not there.
 */
export function resolveTarget(
  snapshot: Snapshot,
  fromPath: string | undefined,
  raw: string,
): ResolvedTarget | undefined {
  if (SCHEME.test(raw) || raw.startsWith('//')) return { kind: 'url', url: raw };
  const [beforeAnchor, anchor] = splitOnce(raw, '#');
  const path = splitOnce(beforeAnchor, '?')[0];
  if (path === '') return anchor ? { kind: 'anchor', anchor: decode(anchor) } : undefined;
  for (const candidate of new Set([path, decode(path)])) {
    const found = resolvePath(
      snapshot,
      fromPath,
      candidate,
      anchor === undefined ? undefined : decode(anchor),
    );
    if (found) return found;
  }
  return undefined;
}

function resolvePath(
  snapshot: Snapshot,
  fromPath: string | undefined,
  path: string,
  anchor: string | undefined,
): ResolvedTarget | undefined {
  const root = snapshot.settings.repository?.root ?? '';
  const base = path.startsWith('/') ? root : posix.dirname(fromPath ?? posix.join(root, 'x'));
  const target = posix.normalize(posix.join(base, path)).replace(/\/$/, '');
  if (target.startsWith('..')) return undefined;
  const { treeUrl } = snapshot.settings.repository ?? {};
  if (treeUrl && root !== '' && !`${target}/`.startsWith(`${root}/`)) {
    return { kind: 'url', url: `${treeUrl.replace(/\/$/, '')}/${target}` };
  }
  const inRoot = target === '.' ? '' : target;
  for (const candidate of [inRoot, posix.join(inRoot, 'README.md'), `${inRoot}.md`]) {
    const page = snapshot.pages.findByGitPath(candidate);
    if (page)
      return anchor ? { kind: 'anchor', page: page.entry.id, anchor } : { kind: 'page', page: page.entry.id };
  }
  const file = snapshot.findFileByGitPath(inRoot);
  if (file) return { kind: 'file', file: file.id };
  const reusable = snapshot.findReusableByGitPath(inRoot);
  return reusable && { kind: 'reusable-content', reusableContent: reusable.id };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
