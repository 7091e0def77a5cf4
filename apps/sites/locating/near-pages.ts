import { titleOf } from '@lectern/render/references';
import type { FindFormerPage } from '../../server/content/references/former-pages.ts';
import { listSections, titleOfSiteSpace } from '../../server/domains/publishing/sites/site-structure.ts';
import { nameOf } from '../../server/pages/parts/name.ts';
import type { Reading, SiteReadings } from '../site-readings.ts';
import { isListed, type VisibleContents } from '../visible-contents.ts';
import type { VisiblePage } from '../visible-page.ts';
import { findPublishedPage } from './find-page.ts';
import { findSimilarPages } from './similar-pages.ts';

/** A page that a reader may have meant. */
export interface NearPage {
  title: string;
  href: string;
  /** The titles from the variant or the section down to the parent page. */
  crumbs: string[];
}

/**
 * Finds pages for a reader whose address leads nowhere, the best ones first: pages with a similar address, the page at
 * this address in another variant, and the page above. Only pages that the visitor sees and that a table of contents
 * lists; nothing about the others has an effect on the result. `path`: below the address of the space.
 */
export type FindNearPages = (reading: Reading, path: string) => Promise<NearPage[]>;

const MAX_NEAR = 5;
const MAX_VARIANTS = 4;
/** How far up the address a page is looked for. */
const MAX_STEPS_UP = 3;

export function createFindNearPages({
  readings,
  findFormerPage,
}: {
  readings: Pick<SiteReadings, 'readIn'>;
  findFormerPage: FindFormerPage;
}): FindNearPages {
  /** Where the beginning of the address leads, also if the page there has moved. */
  async function findAbove({ open, place }: Reading, path: string): Promise<VisiblePage | undefined> {
    const { contents, siteSpace } = place;
    const segments = path.split('/').slice(0, -1);
    for (let step = 0; step < MAX_STEPS_UP && segments.length > 0; step += 1) {
      const above = segments.join('/');
      const found = findPublishedPage(open.snapshot, contents, { path: above, homeId: siteSpace.pageId });
      if (found && 'page' in found) return found.page;
      if (found && 'page' in found.moved) return found.moved.page;
      const pageId = await findFormerPage(open.space, above);
      const moved = pageId === undefined ? undefined : contents.find(pageId);
      if (moved?.entry.type === 'document') return moved;
      segments.pop();
    }
    return undefined;
  }

  /** The page at the same path in the other variants of the section. */
  async function findInVariants({ resolved, place }: Reading, path: string): Promise<NearPage[]> {
    const { shown, siteSpace } = place;
    const section = listSections(shown).find(({ siteSectionId }) => siteSectionId === siteSpace.sectionId);
    const variants = (section?.siteSpaces ?? shown.siteSpaces)
      .filter((entry) => entry.siteSpaceId !== siteSpace.siteSpaceId && !entry.isHidden)
      .slice(0, MAX_VARIANTS);
    const found: NearPage[] = [];
    for (const variant of variants) {
      const other = await readings.readIn(resolved, variant);
      const page = other?.place.contents.findByPath(path);
      if (other && page && isOffered(page))
        found.push(toNearPage(other.place, page, [titleOfSiteSpace(variant)]));
    }
    return found;
  }

  return async (reading, path) => {
    const { place } = reading;
    const above = await findAbove(reading, path);
    const own = [...findSimilarPages(place.contents, path), ...(above ? [above] : [])];
    const near = [
      ...(await findInVariants(reading, path)),
      ...[...new Set(own)].filter(isOffered).map((page) => toNearPage(place, page, [])),
    ];
    return near.slice(0, MAX_NEAR);
  };
}

const isOffered = (page: VisiblePage): boolean => page.entry.type === 'document' && isListed(page);

function toNearPage(
  { pageHref }: { pageHref(pageId: string): string; contents: VisibleContents },
  page: VisiblePage,
  top: readonly string[],
): NearPage {
  const above: string[] = [];
  for (let one = page.parent; one; one = one.parent) above.unshift(nameOf(titleOf(one.entry)));
  return {
    title: nameOf(titleOf(page.entry)),
    href: pageHref(page.entry.id),
    crumbs: [...top, ...above],
  };
}
