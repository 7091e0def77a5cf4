import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { audienceOf } from '../../server/domains/publishing/site-visitors/site-visitor.ts';
import { locatePath } from '../../server/domains/publishing/sites/locate-path.ts';
import type { SitePointer } from '../../server/platform/access/pointers.ts';
import type { BaseUrl } from './base-url.ts';
import type { StaticParts } from './static-parts.ts';
import { StaticSiteError } from './static-site-error.ts';

const OPENS_TO: Record<Exclude<SitePointer['visibility'], 'public'>, string> = {
  unlisted: 'is unlisted',
  'share-link': 'opens only with a share link',
  password: 'opens only with a password',
  'visitor-auth': 'opens only to visitors who have signed in',
  members: 'opens only to members of the organization',
  teams: 'opens only to members of some teams',
};

/** Enters a site as a visitor without claims. Throws a `StaticSiteError` unless everybody may read it. */
export async function openPublicSite(
  { readers }: Pick<StaticParts, 'readers'>,
  site: SitePointer,
  { base, now }: { base: BaseUrl; now: Date },
): Promise<ResolvedContent> {
  if (!site.isPublished)
    throw new StaticSiteError(`The site “${site.title}” is not published. Publish it, then build it.`);
  if (site.visibility !== 'public')
    throw new StaticSiteError(
      `The site “${site.title}” ${OPENS_TO[site.visibility]}. Anyone can read static files, so only public sites can be built.`,
    );
  // The names by which its addresses are made, on another host.
  const open = await readers.openSites.open({ ...site, hostname: base.hostname });
  const { visitor } = await readers.admit(open, { jwt: undefined, unsignedClaims: undefined });
  const place = visitor && locatePath(open.viewFor(audienceOf(open.site, visitor, now)).structure, []);
  if (!visitor || !place)
    throw new StaticSiteError(`The site “${site.title}” shows nothing to a visitor without claims.`);
  const { siteSpace, section } = place;
  return {
    open,
    visitor,
    ...(section ? { sectionId: section.siteSectionId } : {}),
    siteSpaceId: siteSpace.siteSpaceId,
    spaceId: siteSpace.spaceId,
    base: base.segments,
    siteBase: base.segments,
    rest: [],
    isComplete: true,
    canonicalUrl: base.href,
  };
}
