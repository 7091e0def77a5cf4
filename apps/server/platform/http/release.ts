import { existsSync, readFileSync } from 'node:fs';

export interface Release {
  version: string;
  /** The commit that runs, in seven digits; `release` if nothing tells it. */
  build: string;
}

/** Written into releases by `npm run release`, because they have no repository that tells the commit. */
const RELEASE_FILE = 'release.json';

/** `root`: the folder of `package.json`. */
export function readRelease(root: URL = findPackageRoot()): Release {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Release;
  return { version, build: findCommit(root)?.slice(0, 7) ?? 'release' };
}

/** How people call the command line: messages and pages print commands that can be pasted. */
export const findCommandName = (root: URL = findPackageRoot()): string =>
  existsSync(new URL(RELEASE_FILE, root)) ? 'lectern' : 'npx lectern';

/** Finds the nearest folder with a `package.json`: sources and build output are at different depths below it. */
export function findPackageRoot(): URL {
  let folder = new URL('./', import.meta.url);
  while (folder.pathname !== '/' && !existsSync(new URL('package.json', folder)))
    folder = new URL('../', folder);
  return folder;
}

function findCommit(root: URL): string | undefined {
  const read = (path: string): string | undefined => {
    const file = new URL(path, root);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  };
  const released = read(RELEASE_FILE);
  if (released !== undefined) return (JSON.parse(released) as { commit: string }).commit;
  // In a work tree of its own, `.git` is a file.
  const head = existsSync(new URL('.git/HEAD', root)) ? read('.git/HEAD') : undefined;
  if (!head?.startsWith('ref: ')) return head;
  const ref = head.slice(5);
  const packed = read('.git/packed-refs')
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`));
  return read(`.git/${ref}`) ?? packed?.slice(0, 40);
}
