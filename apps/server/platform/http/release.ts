import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export interface Release {
  version: string;
  /** The commit that runs, in seven digits; `release` where the repository is not there. */
  build: string;
}

/** `root`: the folder of `package.json`. */
export async function readRelease(root: URL = findPackageRoot()): Promise<Release> {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as Release;
  return { version, build: (await readCommit(root))?.slice(0, 7) ?? 'release' };
}

/** Finds the nearest folder with a `package.json`: sources and build output are at different depths below it. */
export function findPackageRoot(): URL {
  let folder = new URL('./', import.meta.url);
  while (folder.pathname !== '/' && !existsSync(new URL('package.json', folder)))
    folder = new URL('../', folder);
  return folder;
}

async function readCommit(root: URL): Promise<string | undefined> {
  const read = (path: string): Promise<string | undefined> =>
    readFile(new URL(`.git/${path}`, root), 'utf8').then(
      (text) => text.trim(),
      () => undefined,
    );
  const head = await read('HEAD');
  if (!head?.startsWith('ref: ')) return head;
  const ref = head.slice(5);
  const packed = (await read('packed-refs'))?.split('\n').find((line) => line.endsWith(` ${ref}`));
  return (await read(ref)) ?? packed?.slice(0, 40);
}
