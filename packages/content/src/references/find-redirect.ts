import type { RevisionSettings } from '../tree/entries.ts';
import { firstOfEach, foldPath } from '../tree/fold-path.ts';
import type { Snapshot } from '../tree/snapshot.ts';

type Redirects = RevisionSettings['redirects'];

const byPath = new WeakMap<Redirects, Map<string, string>>();

/** Returns where the space's settings redirect an old path: an address, or a path from the repository's root. */
export function findRedirect({ settings }: Snapshot, path: string): string | undefined {
  const { redirects } = settings;
  if (redirects.length === 0) return undefined;
  let known = byPath.get(redirects);
  if (!known) {
    known = firstOfEach(redirects.map(({ from, to }) => [nameOf(from), to] as const));
    byPath.set(redirects, known);
  }
  return known.get(nameOf(path));
}

/** Redirects are written as addresses are: without an extension, in any case. */
const nameOf = (path: string): string =>
  foldPath(path)
    .replace(/^\/+|(?<!\/)\/+$/g, '')
    .replace(/(?:^|\/)readme\.md$|\.md$/, '');
