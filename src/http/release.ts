import { readFile } from 'node:fs/promises';

export interface Release {
  version: string;
  /** The commit that runs, in seven digits; `release` where the repository is not there. */
  build: string;
}

/** `root`: the folder of `package.json`. */
export async function readRelease(root: URL = new URL('../../', import.meta.url)): Promise<Release> {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as Release;
  return { version, build: (await readCommit(root))?.slice(0, 7) ?? 'release' };
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
