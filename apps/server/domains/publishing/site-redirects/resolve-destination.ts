import { findPageByPath } from '@lectern/content/references/find-page-by-path';
import { parseWebAddress } from '@lectern/std/address';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Pointers } from '../../../platform/access/pointers.ts';
import { locatePath } from '../sites/locate-path.ts';
import {
  listSections,
  listSiteSpaces,
  type SiteSpaceEntry,
  type SiteStructure,
  withoutDeletedSpaces,
} from '../sites/site-structure.ts';
import type { RedirectDestination } from './redirect-rule.ts';
import { decodedSegments, readPath } from './redirect-source.ts';
import type { InputDestination } from './redirects.schemas.ts';

/** A problem with a field of a destination. */
export interface DestinationProblem {
  path: string;
  message: string;
}

interface DestinationParts {
  pointers: Pick<Pointers, 'spaces'>;
  store: Pick<ContentStore, 'open'>;
  /** The structure with deleted spaces, which may be restored. */
  structure: SiteStructure;
}

export type ResolveDestination = (
  destination: InputDestination,
) => Promise<RedirectDestination | DestinationProblem>;

/** Checks that destinations are on the site, or are addresses to which readers may be redirected. */
export function createDestinations({ pointers, store, structure }: DestinationParts): ResolveDestination {
  const sectionIds = new Set(listSections(structure).map(({ siteSectionId }) => siteSectionId));
  const entries = new Map(listSiteSpaces(structure).map((entry) => [entry.siteSpaceId, entry]));
  const bySpace = new Map<string, SiteSpaceEntry>();
  for (const entry of entries.values())
    if (entry.isDefault || !bySpace.has(entry.spaceId)) bySpace.set(entry.spaceId, entry);
  const live = withoutDeletedSpaces(structure);
  const opened = new Map<string, Promise<OpenRevision | undefined>>();

  async function open(spaceId: string): Promise<OpenRevision | undefined> {
    const space = await pointers.spaces.find(spaceId);
    return space && store.open(space, space.revisionId);
  }

  function openCurrent({ spaceId }: SiteSpaceEntry): Promise<OpenRevision | undefined> {
    const opening = opened.get(spaceId) ?? open(spaceId);
    opened.set(spaceId, opening);
    return opening;
  }

  async function resolvePath({
    spaceId,
    path: written,
  }: Extract<InputDestination, { kind: 'path' }>): Promise<RedirectDestination | DestinationProblem> {
    const entry = bySpace.get(spaceId);
    if (!entry) return { path: 'spaceId', message: 'is not a space of this site' };
    const { siteSpaceId } = entry;
    const path = written.replace(/^\/+|(?<!\/)\/+$/g, '');
    if (path === '') return { kind: 'site-space', siteSpaceId };
    const revision = await openCurrent(entry);
    const page = revision && findPageByPath(revision.snapshot, path);
    return page
      ? { kind: 'site-page', siteSpaceId, pageId: page.entry.id }
      : { path: 'path', message: 'is not the path of a page in the space' };
  }

  async function resolveSitePath(written: string): Promise<RedirectDestination | DestinationProblem> {
    const path = readPath(written);
    const segments = path && decodedSegments(path);
    const place = segments && locatePath(live, segments);
    if (!place) return NOT_ON_SITE;
    const { siteSpaceId } = place.siteSpace;
    if (place.depth === segments.length) return { kind: 'site-space', siteSpaceId };
    const revision = await openCurrent(place.siteSpace);
    const page = revision && findPageByPath(revision.snapshot, segments.slice(place.depth).join('/'));
    return page ? { kind: 'site-page', siteSpaceId, pageId: page.entry.id } : NOT_ON_SITE;
  }

  return async (destination) => {
    if (destination.kind === 'site-path') return resolveSitePath(destination.path);
    if (destination.kind === 'external') return resolveAddress(destination.url);
    if (destination.kind === 'path') return resolvePath(destination);
    if (destination.kind === 'site-section') {
      const { siteSectionId } = destination;
      return sectionIds.has(siteSectionId)
        ? { kind: 'site-section', siteSectionId }
        : { path: 'siteSectionId', message: 'is not a section of this site' };
    }
    const { siteSpaceId } = destination;
    const entry = entries.get(siteSpaceId);
    if (!entry) return { path: 'siteSpaceId', message: 'is not a site space of this site' };
    if (destination.kind === 'site-space') return { kind: 'site-space', siteSpaceId };
    const { pageId } = destination;
    const page = (await openCurrent(entry))?.snapshot.pages.find(pageId);
    return page
      ? { kind: 'site-page', siteSpaceId, pageId }
      : { path: 'pageId', message: 'is not a page of the site space' };
  };
}

const NOT_ON_SITE: DestinationProblem = {
  path: 'destination',
  message: 'is not the path of a page, section or variant of this site',
};

function resolveAddress(text: string): RedirectDestination | DestinationProblem {
  const url = parseWebAddress(text);
  if (!url)
    return {
      path: 'url',
      message: 'must be a valid URL that begins with http:// or https://, without a user name and a password',
    };
  return { kind: 'external', url: url.href };
}

export const isProblem = (result: RedirectDestination | DestinationProblem): result is DestinationProblem =>
  'message' in result;
