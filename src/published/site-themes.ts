import type { SitePointer } from '../access/pointers.ts';
import type { Context } from '../context.ts';
import { loadCustomizations } from '../features/site-settings/customization/customization.queries.ts';
import type { Customization } from '../features/site-settings/customization/customization.schemas.ts';
import { DEFAULT_CUSTOMIZATION } from '../features/site-settings/customization/default-customization.ts';
import { resolveCustomization } from '../features/site-settings/customization/resolve-customization.ts';
import { makeTheme } from './pages/document-head.ts';
import type { Theme } from './pages/page-data.ts';

/** How a variant of a site looks. */
export interface SiteLook {
  theme: Theme;
  /** The language of the site. */
  language: string;
}

/** Finds how a site space looks. Kept with the pointer of the site, which every change of its customization replaces. */
export function createSiteLooks({
  db,
}: Pick<Context, 'db'>): (site: SitePointer, siteSpaceId: string) => Promise<SiteLook> {
  const known = new WeakMap<SitePointer, ReturnType<typeof loadCustomizations>>();

  return async (site, siteSpaceId) => {
    const loading = known.get(site) ?? loadCustomizations(db, site);
    known.set(site, loading);
    loading.catch(() => known.delete(site));
    const stored = await loading;
    const { customization } = stored
      ? resolveCustomization(stored, stored.siteSpaces.get(siteSpaceId))
      : { customization: DEFAULT_CUSTOMIZATION };
    return {
      theme: makeTheme({
        primary: customization.styling.primaryColor,
        letter: letterOf(site, customization),
      }),
      language: customization.internationalization.locale,
    };
  };
}

function letterOf({ title }: SitePointer, { favicon }: Customization): string {
  if (favicon.emoji !== undefined)
    return /^[0-9a-f-]+$/i.test(favicon.emoji) ? readEmoji(favicon.emoji) : favicon.emoji;
  return [...title.trim()][0]?.toUpperCase() ?? '';
}

/** An emoji as its code points in hexadecimal. */
function readEmoji(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}
