import type { Visitor } from '../../access/visitor.ts';
import { type SitesOrigin, siteUrl } from '../../http/site-url.ts';
import type { OpenSite } from '../site-visitors/open-site.ts';
import { audienceOf } from '../site-visitors/site-visitor.ts';
import type { RedirectQuestion } from './find-redirect.ts';
import { seeEverything } from './site-places.ts';

/** What a visitor sees of a site, and which redirects they follow; undefined: a member, who sees everything. */
export function lookAs(
  open: OpenSite,
  visitor: Visitor | undefined,
  now: Date,
): Pick<RedirectQuestion, 'sight' | 'followsDrafts'> {
  if (!visitor) return { sight: seeEverything(open.structure), followsDrafts: false };
  const { structure: shown } = open.viewFor(audienceOf(open.site, visitor, now));
  return {
    sight: { ...seeEverything(open.structure), shown },
    followsDrafts: visitor.preview?.isDraft ?? false,
  };
}

/** The address of a site for readers who came by a share link; another text than an active key has no effect. */
export function siteUrlFor(origin: SitesOrigin, open: OpenSite, shareKey: string | null | undefined): string {
  const url = siteUrl(origin, open.site);
  const isKey =
    open.site.visibility === 'share-link' && shareKey && open.findShareLink(shareKey) !== undefined;
  return isKey ? `${url}${shareKey}/` : url;
}
