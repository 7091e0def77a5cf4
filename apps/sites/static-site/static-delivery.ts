import { ASSETS_PATH, type Assets } from '../assets.ts';
import type { Delivery } from '../delivery.ts';
import { styleSource } from '../pages/theme-style.ts';
import { writePortablePolicy } from '../responses/page-policy.ts';
import type { BaseUrl } from './base-url.ts';

/**
 * Files that any host can serve: each page is the index of a folder, because all hosts support clean addresses for
 * that.
 */
export const STATIC: Delivery = {
  pageEnding: '/',
  searchOf: (homeHref) => ({ href: `${homeHref}~/search/`, answersHref: `${homeHref}~/search/index.json` }),
  // No service accepts them.
  readerPostsOf: () => undefined,
  apiRequestOf: () => undefined,
  // Drawing one for each page would take longer than everything else.
  socialPreviewOf: () => undefined,
  // Only a service makes smaller sizes.
  listPictureSizes: () => [],
  // No service fetches them.
  externalPicturesOf: (mode) => (mode === 'proxy' ? 'direct' : mode),
  policyOf: (theme, loadsExternalPictures) =>
    writePortablePolicy({ styleSources: [styleSource(theme)], loadsExternalPictures }),
};

/** Scripts that only a service can answer to, and their replacements. */
const INSTEAD: Record<string, string> = { 'reader.js': 'static-reader.js', 'search.js': 'static-search.js' };

/** The style sheets and scripts below the base. */
export const placeAssets = (assets: Assets, { path }: BaseUrl): Assets => ({
  ...assets,
  href: (name) => path.slice(0, -1) + assets.href(INSTEAD[name] ?? name),
});

/** The files of a build that are written: those of diagrams and of fonts are large, and few sites have them all. */
export function listAssets(
  assets: Assets,
  { hasDiagrams, fonts }: { hasDiagrams: boolean; fonts: ReadonlySet<string> },
): { path: string; body: Buffer }[] {
  const isUsed = (font: string | undefined): boolean => font === undefined || fonts.has(font);
  const left = new Set(Object.keys(INSTEAD).map((name) => fileNameOf(assets.href(name))));
  return assets
    .list()
    .sort()
    .filter((fileName) => !left.has(fileName) && (hasDiagrams || !fileName.startsWith('diagram')))
    .filter((fileName) => isUsed(fontOf(fileName)))
    .flatMap((fileName) => {
      const asset = assets.find(fileName);
      return asset ? [{ path: ASSETS_PATH.slice(1) + fileName, body: asset.body }] : [];
    });
}

/** The font to which a file belongs; undefined for other files. */
const fontOf = (fileName: string): string | undefined =>
  /^font-(.+?)(?:\.[a-z-]+)?-[0-9a-f]{12}\.\w+$/.exec(fileName)?.[1];

const fileNameOf = (href: string): string => href.slice(ASSETS_PATH.length);
