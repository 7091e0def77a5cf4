import { parseUrl } from '@lectern/std/parse-url';
import type { SiteFileUse } from '../files/site-files.service.ts';
import type { SparseCustomization } from './customization.schemas.ts';

/** A picture or a font that a customization names by its address. */
export interface NamedFile {
  /** The field. */
  path: string;
  use: SiteFileUse;
  url: string;
}

const MODES = ['light', 'dark'] as const;
const FONTS = ['font', 'headingFont', 'monospaceFont'] as const;

/** A customization with other addresses of its pictures and fonts. Fields can be null in overrides. */
export function mapFiles<Given extends object>(
  customization: Given,
  change: (file: NamedFile) => string,
): Given {
  const mapped = structuredClone(customization);
  const { header, footer, favicon, socialPreview, styling } = mapped as SparseCustomization;
  const pictures = [
    ['header.logo', header?.logo],
    ['footer.logo', footer?.logo],
    ['favicon.icon', favicon?.icon],
  ] as const;
  for (const [path, picture] of pictures)
    for (const mode of picture ? MODES : [])
      picture![mode] = change({ path: `${path}.${mode}`, use: 'picture', url: picture![mode] });
  if (socialPreview?.url)
    socialPreview.url = change({ path: 'socialPreview.url', use: 'picture', url: socialPreview.url });
  for (const name of FONTS) {
    const font = styling?.[name];
    if (typeof font !== 'object') continue;
    for (const [face, { sources }] of font?.fontFaces.entries() ?? [])
      for (const [at, source] of sources.entries()) {
        const path = `styling.${name}.fontFaces.${face}.sources.${at}.url`;
        source.url = change({ path, use: 'font', url: source.url });
      }
  }
  return mapped;
}

/** Lists the files of other hosts. */
export function listForeignFiles(customization: object, sitesUrl: string): NamedFile[] {
  const { origin } = new URL(sitesUrl);
  const foreign: NamedFile[] = [];
  mapFiles(customization, (file) => {
    if (parseUrl(file.url)?.origin !== origin) foreign.push(file);
    return file.url;
  });
  return foreign;
}
