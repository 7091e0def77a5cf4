import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltFile, readBuiltFile } from '../server/platform/http/built-files.ts';
import type { PageAssets } from './pages/page-data.ts';

/**
 * The style sheets, scripts and fonts of the build, which browsers load on every site. They are the same for all sites and
 * never change.
 */
export interface Assets {
  /** The address of an asset on any host of the sites origin. Throws if the build has no such file. */
  href(name: string): string;
  find(fileName: string): BuiltFile | undefined;
  /** The names of all files. */
  list(): string[];
}

/** The addresses of the assets that pages load, with those of some fonts. */
export const pageAssets = (assets: Pick<Assets, 'href'>, fonts: readonly string[] = []): PageAssets => ({
  styles: assets.href('page.css'),
  reader: assets.href('reader.js'),
  fonts: fonts.map((name) => ({
    styles: assets.href(`font-${name}.css`),
    main: assets.href(`font-${name}.latin.woff2`),
  })),
});

/** The path of assets on every host: a segment that begins with a tilde is never a site, section or page. */
export const ASSETS_PATH = '/~/assets/';

/** `folder`: the output folder of `scripts/build-assets.mjs`. Read once, when the first asset is requested. */
export function createAssets(folder = builtAssets()): Assets {
  let known: ReadAssets | undefined;
  const read = (): ReadAssets => {
    known ??= readAssets(folder);
    return known;
  };
  return {
    href(name) {
      const href = read().hrefs.get(name);
      if (href === undefined) throw new Error(`The build has no asset ${name}: run npm run build.`);
      return href;
    },
    find: (fileName) => read().files.get(fileName),
    list: () => [...read().files.keys()],
  };
}

interface ReadAssets {
  hrefs: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, BuiltFile>;
}

function readAssets(folder: string): ReadAssets {
  const hrefs = new Map<string, string>();
  const files = new Map<string, BuiltFile>();
  for (const name of readdirSync(folder)) {
    const file = readBuiltFile(folder, name);
    if (!file) continue;
    const extension = extname(name);
    const hash = createHash('sha256').update(file.body).digest('hex').slice(0, 12);
    const fileName = `${name.slice(0, -extension.length)}-${hash}${extension}`;
    hrefs.set(name, ASSETS_PATH + fileName);
    files.set(fileName, file);
  }
  return { hrefs, files };
}

/** The folder beside the built service, also for sources that run without having been built. */
function builtAssets(): string {
  const isBuilt = import.meta.url.endsWith('.js');
  return fileURLToPath(new URL(isBuilt ? './assets' : '../../dist/assets', import.meta.url));
}
