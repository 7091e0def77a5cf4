import { isId } from '@lectern/std/ids';
import {
  type Pointers,
  type SitePointer,
  type SpacePointer,
  siteAddressKey,
} from '../../../platform/access/pointers.ts';

/** Longer than any name that a stored site can have. */
const PREFIX = 'preview-';

/** By the pointer of the space, so that what is kept with a site is kept with these, too. */
const known = new WeakMap<SpacePointer, SitePointer>();

/**
 * The site that draws previews of a space that is on no site. It is not stored, has the default look, and is never
 * published: only preview links open it.
 */
export function plainSiteOf(space: SpacePointer): SitePointer {
  const made = known.get(space);
  if (made) return made;
  const { organizationId, spaceId } = space;
  const site: SitePointer = {
    organizationId,
    siteId: spaceId,
    plainSpaceId: spaceId,
    title: 'Preview',
    visibility: 'unlisted',
    readerTeamIds: [],
    defaultLevel: null,
    isPublished: false,
    basename: PREFIX + spaceId,
    hostname: null,
    isAdaptive: false,
    allowsUnsignedClaims: false,
    visitorEpoch: 0,
    isRecording: false,
    allowsApiRequests: false,
    allowsOwnServers: false,
    showsContributors: false,
    spaceIds: [spaceId],
  };
  known.set(space, site);
  return site;
}

/**
 * `key`: the name of a site in an address, as `siteAddressKey` makes it. As stored sites, those of a suspended
 * organization are not found.
 */
export async function findPlainSite(
  { spaces, organizations }: Pick<Pointers, 'spaces' | 'organizations'>,
  key: string,
): Promise<SitePointer | undefined> {
  const begin = siteAddressKey('basename', PREFIX);
  const spaceId = key.startsWith(begin) ? key.slice(begin.length) : '';
  const space = isId(spaceId) ? await spaces.find(spaceId) : undefined;
  if (!space || space.deletedAt) return undefined;
  const organization = await organizations.find(space.organizationId);
  return organization && !organization.isSuspended ? plainSiteOf(space) : undefined;
}
