import { parseUrl } from '@lectern/std/parse-url';
import type { Warning } from '../../sites/sites.schemas.ts';
import type { Customization } from './customization.schemas.ts';

const MODES = ['light', 'dark'] as const;

/** Logos and icons on other hosts, which pages may not show. */
export function findPictureWarnings(
  { header, footer, favicon, externalPictures }: Customization,
  sitesUrl: string,
): Warning[] {
  const filesOrigin = new URL(sitesUrl).origin;
  const pictures = [
    ['header.logo', header.logo],
    ['footer.logo', footer.logo],
    ['favicon.icon', favicon.icon],
  ] as const;
  return pictures.flatMap(([place, picture]) =>
    MODES.flatMap((mode) => {
      const url = picture && parseUrl(picture[mode]);
      if (!url || url.origin === filesOrigin) return [];
      return { path: `${place}.${mode}`, message: describe(url, externalPictures.mode) };
    }),
  );
}

const STORE = 'Store it with the site instead: upload it, or have the service fetch it.';

function describe({ host, protocol }: URL, mode: Customization['externalPictures']['mode']): string {
  if (mode === 'none') return `is on ${host}, and this site shows no pictures of other hosts. ${STORE}`;
  if (mode === 'direct' && protocol === 'http:')
    return `is on ${host} without encryption, so browsers do not show it. ${STORE}`;
  return `is on ${host}. If that host does not send it, pages show the title of the site instead. ${STORE}`;
}
