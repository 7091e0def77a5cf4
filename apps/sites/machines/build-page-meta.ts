import { type SitesOrigin, siteUrl } from '../../server/platform/http/site-url.ts';
import type { Delivery } from '../delivery.ts';
import type { Crumb, PageData } from '../pages/page-data.ts';
import type { PageMeta } from '../pages/page-meta.ts';
import type { SiteLook } from '../site-looks.ts';
import { isSharedWithAll, type Reading } from '../site-readings.ts';
import { readSocialPreview } from '../social-preview/read-social-preview.ts';
import type { VisiblePage } from '../visible-page.ts';
import { canonicalUrlOf } from './canonical-url.ts';
import type { LanguageVariant } from './language-variants.ts';

interface MetaParts {
  reading: Reading;
  page: VisiblePage;
  /** The page in the languages of its section. */
  variants: readonly LanguageVariant[];
  look: SiteLook;
  delivery: Pick<Delivery, 'socialPreviewOf'>;
  data: Pick<PageData, 'site' | 'title' | 'description' | 'language' | 'crumbs'>;
}

/** Builds the metadata for programs in the head of a page. */
export function buildPageMeta(config: SitesOrigin, parts: MetaParts): PageMeta | undefined {
  const { reading, page, variants, data } = parts;
  const { entry } = page;
  if (entry.type !== 'document') return undefined;
  const { place, resolved } = reading;
  const base = siteUrl(config, resolved.open.site);
  const toAbsolute = (href: string): string => new URL(href, base).href;
  const { site, title, description, language, crumbs } = data;
  const path: Crumb[] = [site, ...crumbs, { title, href: place.pageHref(entry.id) }];
  const hasFeed = place.contents.readingOrder.some(({ settings }) => settings?.hasUpdates === true);
  const feed = (name: string, type: string) => ({ type, href: toAbsolute(place.siteHref + name) });
  return {
    url: canonicalUrlOf(config, reading, page),
    title,
    siteTitle: site.title,
    description,
    language,
    updatedAt: entry.updatedAt,
    markdownUrl: toAbsolute(place.markdownHref(entry.id)),
    image: findImage(parts, toAbsolute),
    variants: variants.map((variant) => ({ ...variant, href: toAbsolute(variant.href) })),
    feeds: hasFeed
      ? [feed('feed.xml', 'application/rss+xml'), feed('feed.json', 'application/feed+json')]
      : [],
    crumbs: path.map((crumb) => ({
      title: crumb.title,
      url: crumb.href === undefined ? undefined : toAbsolute(crumb.href),
    })),
  };
}

/** Finds the picture that the site has for all pages, or otherwise the one that is drawn for the page. */
function findImage(
  { reading, page, look, delivery }: MetaParts,
  toAbsolute: (href: string) => string,
): PageMeta['image'] {
  const named = look.customization.socialPreview.url;
  if (named !== undefined) return { url: toAbsolute(named), isDrawn: false };
  const preview = isSharedWithAll(reading) ? readSocialPreview(reading, page, look) : undefined;
  const href = preview && delivery.socialPreviewOf(reading.place.homeHref, page.entry.id, preview);
  return href === undefined ? undefined : { url: toAbsolute(href), isDrawn: true };
}
