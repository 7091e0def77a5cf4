import { loadCustomizations } from '../server/domains/publishing/site-settings/customization/customization.queries.ts';
import type {
  Customization,
  SparseCustomization,
} from '../server/domains/publishing/site-settings/customization/customization.schemas.ts';
import { DEFAULT_CUSTOMIZATION } from '../server/domains/publishing/site-settings/customization/default-customization.ts';
import { differenceFrom } from '../server/domains/publishing/site-settings/customization/merge-customization.ts';
import { resolveCustomization } from '../server/domains/publishing/site-settings/customization/resolve-customization.ts';
import type { SitePointer } from '../server/platform/access/pointers.ts';
import type { Context } from '../server/platform/context.ts';
import { isOwnFile } from './own-files.ts';
import { drawIcon } from './pages/document-head.ts';
import type { FontFace, Look, Theme, ThemedPicture } from './pages/page-data.ts';
import { fontClasses, listOwnFaces, listShippedFonts } from './site-fonts.ts';

/** How a variant of a site looks, and what its customization says. */
export interface SiteLook {
  look: Look;
  customization: Customization;
}

export type FindLook = (site: SitePointer, siteSpaceId: string) => Promise<SiteLook>;

/**
 * Finds how a site space looks. Kept with the pointer of the site, which every change of its customization replaces.
 */
export function createSiteLooks({ db, config }: Pick<Context, 'db' | 'config'>): FindLook {
  const known = new WeakMap<SitePointer, ReturnType<typeof loadCustomizations>>();
  /** By site space. */
  const looks = new WeakMap<SitePointer, Map<string, SiteLook>>();
  const filesOrigin = new URL(config.sitesUrl).origin;

  return async (site, siteSpaceId) => {
    const ofSite = looks.get(site) ?? new Map<string, SiteLook>();
    looks.set(site, ofSite);
    const made = ofSite.get(siteSpaceId);
    if (made) return made;
    const loading = known.get(site) ?? loadCustomizations(db, site);
    known.set(site, loading);
    loading.catch(() => known.delete(site));
    const stored = await loading;
    const found = createLook({ site, stored, siteSpaceId, filesOrigin });
    ofSite.set(siteSpaceId, found);
    return found;
  };
}

/**
 * Finds how a site space would look if the site had a customization that is not stored. Without overrides, it is that
 * of the site space itself.
 */
export const createUnsavedLooks =
  ({ db, config }: Pick<Context, 'db' | 'config'>) =>
  async (
    site: SitePointer,
    siteSpaceId: string,
    {
      customization,
      hasOverrides = true,
    }: { customization: SparseCustomization; hasOverrides?: boolean | undefined },
  ): Promise<SiteLook> => {
    const stored = await loadCustomizations(db, site);
    const unsaved = {
      customization: differenceFrom(DEFAULT_CUSTOMIZATION, customization),
      updatedAt: null,
      siteSpaces: (hasOverrides && stored?.siteSpaces) || new Map(),
    };
    return createLook({ site, stored: unsaved, siteSpaceId, filesOrigin: new URL(config.sitesUrl).origin });
  };

function createLook({
  site,
  stored,
  siteSpaceId,
  filesOrigin,
}: {
  site: SitePointer;
  stored: Awaited<ReturnType<typeof loadCustomizations>>;
  siteSpaceId: string;
  filesOrigin: string;
}): SiteLook {
  const ofVariant = stored?.siteSpaces.get(siteSpaceId);
  const { customization } = stored
    ? resolveCustomization(stored, ofVariant)
    : { customization: DEFAULT_CUSTOMIZATION };
  const { themes } = customization;
  // The default that the API answers is a mode, because the public client knows no third value. Where readers may not
  // choose one, it is meant.
  const mode =
    ofVariant?.customization.themes?.default ??
    stored?.customization.themes?.default ??
    (themes.toggeable ? 'system' : themes.default);
  return { look: { ...toLook(site, customization, filesOrigin), mode }, customization };
}

const toLook = (site: SitePointer, customization: Customization, filesOrigin: string): Omit<Look, 'mode'> => {
  const theme = toTheme(site, customization, filesOrigin);
  return {
    theme,
    classes: classesOf(customization, theme.fonts),
    shippedFonts: listShippedFonts(customization.styling),
    canChooseMode: customization.themes.toggeable,
    logo: findOwnPictures(customization.header.logo, filesOrigin),
    footerLogo: findOwnPictures(customization.footer.logo, filesOrigin),
  };
};

function toTheme(site: SitePointer, customization: Customization, filesOrigin: string): Theme {
  const { styling, header } = customization;
  const { primaryColor, tint, infoColor, successColor, warningColor, dangerColor } = styling;
  const { backgroundColor: back, linkColor: link } = header;
  return {
    primary: primaryColor,
    tint: tint?.color,
    info: infoColor,
    success: successColor,
    warning: warningColor,
    danger: dangerColor,
    header: header.preset === 'custom' && back && link ? { back, link } : undefined,
    icon: findIcon(site, customization, filesOrigin),
    fonts: listOwnFaces(styling, filesOrigin),
  };
}

function classesOf({ styling, header }: Customization, fonts: readonly FontFace[]): string {
  const { theme, tint, corners, depth, links, background, sidebar, search } = styling;
  return [
    `theme-${theme}`,
    tint && 'tinted',
    `corners-${corners}`,
    `depth-${depth}`,
    `links-${links}`,
    ...fontClasses(styling, fonts),
    `background-${background}`,
    `sidebar-${sidebar.background}`,
    `list-${sidebar.list}`,
    `search-${search}`,
    `header-${theme === 'bold' && header.preset === 'default' ? 'bold' : header.preset}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** A picture if there is one, else the emoji or the first letter of the site. */
function findIcon(site: SitePointer, customization: Customization, filesOrigin: string): ThemedPicture {
  const drawn = drawIcon(letterOf(site, customization), customization.styling.primaryColor.light);
  return findOwnPictures(customization.favicon.icon, filesOrigin) ?? { light: drawn, dark: drawn };
}

/** The look with the pictures of other hosts, shown as those of pages are; without one, a site has its title. */
export function withExternalPictures(
  look: Look,
  { header, footer, favicon }: Customization,
  findPicture: (url: string) => { src: string } | undefined,
): Look {
  const find = (pictures: ThemedPicture | undefined): ThemedPicture | undefined => {
    const light = pictures && findPicture(pictures.light)?.src;
    return light === undefined ? undefined : { light, dark: findPicture(pictures!.dark)?.src ?? light };
  };
  return {
    ...look,
    logo: find(header.logo) ?? look.logo,
    footerLogo: find(footer.logo) ?? look.footerLogo,
    theme: { ...look.theme, icon: find(favicon.icon) ?? look.theme.icon },
  };
}

/** Only what this service itself serves: what others serve depends on the site and the place of the page. */
function findOwnPictures(
  pictures: ThemedPicture | undefined,
  filesOrigin: string,
): ThemedPicture | undefined {
  if (!pictures) return undefined;
  const { light, dark } = pictures;
  if (!isOwnFile(light, filesOrigin)) return undefined;
  return { light, dark: isOwnFile(dark, filesOrigin) ? dark : light };
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
