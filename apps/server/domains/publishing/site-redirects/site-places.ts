import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Pointers, SitePointer } from '../../../platform/access/pointers.ts';
import { type SitesOrigin, siteUrl } from '../../../platform/http/site-url.ts';
import { locatePath } from '../sites/locate-path.ts';
import { pagePath, sectionPath, siteSpacePath } from '../sites/site-address.ts';
import {
  listSections,
  listSiteSpaces,
  type SiteSpaceEntry,
  type SiteStructure,
} from '../sites/site-structure.ts';
import type { RedirectDestination } from './redirect-rule.ts';
import { decodedSegments, encode, readPath, type SitePath } from './redirect-source.ts';

/** The parts of a site that a person sees. */
export interface VisibleSite {
  /** The whole structure. */
  structure: SiteStructure;
  /** The part of the structure that the person sees. */
  shown: SiteStructure;
  /** Whether the person sees a page of a revision. */
  seesPage(open: OpenRevision, pageId: string): Promise<boolean>;
}

/** Authors see all parts of a site. */
export const seeEverything = (structure: SiteStructure): VisibleSite => ({
  structure,
  shown: structure,
  seesPage: async () => true,
});

type ContentDestination = Exclude<RedirectDestination, { kind: 'external' }>;

/** The places of a site: the paths of its content, and the content at its paths. */
export interface SitePlaces {
  /** Returns the percent-encoded path below the address of the site; undefined if there is none or it is hidden. */
  pathOf(destination: ContentDestination): Promise<string | undefined>;
  /** Whether there is content at a path, and whether the person sees it. */
  look(path: SitePath): Promise<'shown' | 'hidden' | 'missing'>;
  /** Returns the path below the address of the site, if a URL leads to the site. */
  ownPath(url: URL): SitePath | undefined;
}

export interface PlacesParts {
  pointers: Pick<Pointers, 'spaces'>;
  store: Pick<ContentStore, 'open'>;
  config: SitesOrigin;
}

export function createSitePlaces(
  { pointers, store, config }: PlacesParts,
  site: SitePointer,
  sight: VisibleSite,
): SitePlaces {
  async function openCurrent({ spaceId }: SiteSpaceEntry): Promise<OpenRevision | undefined> {
    const space = await pointers.spaces.find(spaceId);
    return space && !space.deletedAt ? store.open(space, space.revisionId) : undefined;
  }

  async function pathOfPage(entry: SiteSpaceEntry, pageId: string): Promise<string | undefined> {
    const open = await openCurrent(entry);
    const page = open?.snapshot.pages.find(pageId);
    if (!open || !page || !('slug' in page.entry)) return undefined;
    const isSeen = await sight.seesPage(open, pageId);
    return isSeen ? pagePath(sight.structure, entry, open.snapshot.pages.pathOf(pageId)) : undefined;
  }

  /** Tells whether there is content at a path of a structure, and whether it is shown. */
  async function lookIn(structure: SiteStructure, path: SitePath): Promise<'shown' | 'hidden' | 'missing'> {
    const segments = decodedSegments(path);
    const place = locatePath(structure, segments);
    if (!place) return 'missing';
    if (place.depth === segments.length) return 'shown';
    const open = await openCurrent(place.siteSpace);
    const page = open?.snapshot.pages.findByPath(segments.slice(place.depth).join('/'));
    if (!open || !page) return 'missing';
    return (await sight.seesPage(open, page.entry.id)) ? 'shown' : 'hidden';
  }

  return {
    async pathOf(destination) {
      if (destination.kind === 'site-section') {
        const section = listSections(sight.shown).find(
          ({ siteSectionId }) => siteSectionId === destination.siteSectionId,
        );
        return section && `/${encodePath(sectionPath(sight.structure, section))}`;
      }
      const entry = listSiteSpaces(sight.shown).find(
        ({ siteSpaceId }) => siteSpaceId === destination.siteSpaceId,
      );
      if (!entry) return undefined;
      const path =
        destination.kind === 'site-space'
          ? siteSpacePath(sight.structure, entry)
          : await pathOfPage(entry, destination.pageId);
      return path === undefined ? undefined : `/${encodePath(path)}`;
    },
    async look(path) {
      const found = await lookIn(sight.shown, path);
      if (found !== 'missing' || sight.shown === sight.structure) return found;
      return (await lookIn(sight.structure, path)) === 'missing' ? 'missing' : 'hidden';
    },
    ownPath(url) {
      const base = new URL(siteUrl(config, site));
      if (url.host !== base.host || !`${url.pathname}/`.startsWith(base.pathname)) return undefined;
      return readPath(url.pathname.slice(base.pathname.length - 1));
    },
  };
}

const encodePath = (path: string): string => path.split('/').map(encode).join('/');
