import type { Visitor } from '../../access/visitor.ts';
import { readPageSettings } from '../../content/facts/page-settings.ts';
import type { ContentStore, OpenRevision } from '../../content/revisions/content-store.ts';
import { type SitesOrigin, siteUrl } from '../../http/site-url.ts';
import type { OpenSite } from '../site-visitors/open-site.ts';
import { audienceOf } from '../site-visitors/site-visitor.ts';
import type { RedirectQuestion } from './find-redirect.ts';
import { seeEverything } from './site-places.ts';

/** What a visitor sees of a site, and which redirects they follow; undefined: a member, who sees everything. */
export function lookAs(
  { open, store }: { open: OpenSite; store: Pick<ContentStore, 'facts'> },
  visitor: Visitor | undefined,
  now: Date,
): Pick<RedirectQuestion, 'sight' | 'followsDrafts'> {
  if (!visitor) return { sight: seeEverything(open.structure), followsDrafts: false };
  const { structure: shown } = open.viewFor(audienceOf(open.site, visitor, now));
  return {
    sight: {
      structure: open.structure,
      shown,
      seesPage: (revision, pageId) => isUnconditional(store, revision, pageId),
    },
    followsDrafts: visitor.preview?.isDraft ?? false,
  };
}

/**
 * Whether anyone may see a page. A page with a condition of its own or of a page above it is not told to visitors by
 * redirects, also to those for whom it holds: they find it in the navigation.
 */
async function isUnconditional(
  { facts }: Pick<ContentStore, 'facts'>,
  { space, snapshot }: OpenRevision,
  pageId: string,
): Promise<boolean> {
  const { pages } = snapshot;
  const documents: string[] = [];
  for (let id: string | undefined = pageId; id !== undefined; id = pages.parentIdOf(id)) {
    const entry = pages.find(id)?.entry;
    if (entry?.type === 'document' && entry.document !== undefined) documents.push(entry.document);
  }
  const factsOf = await facts.load(space.organizationId, 'facts', documents);
  return documents.every((hash) => readPageSettings(factsOf(hash) ?? {}).condition === undefined);
}

/** The address of a site for readers who came by a share link; another text than an active key has no effect. */
export function siteUrlFor(origin: SitesOrigin, open: OpenSite, shareKey: string | null | undefined): string {
  const url = siteUrl(origin, open.site);
  const isKey =
    open.site.visibility === 'share-link' && shareKey && open.findShareLink(shareKey) !== undefined;
  return isKey ? `${url}${shareKey}/` : url;
}
