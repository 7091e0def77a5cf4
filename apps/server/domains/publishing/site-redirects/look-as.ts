import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { collectPageConditions, judgePages } from '../../../content/revisions/visible-pages.ts';
import type { Claims, Visitor } from '../../../platform/access/visitor.ts';
import type { OpenSite } from '../site-visitors/open-site.ts';
import { audienceOf } from '../site-visitors/site-visitor.ts';
import type { RedirectQuestion } from './find-redirect.ts';
import { seeEverything } from './site-places.ts';

/** Returns the parts of a site that a visitor sees, and whether drafts are followed. A member sees all (undefined). */
export function lookAs(
  { open, store }: { open: OpenSite; store: Pick<ContentStore, 'facts' | 'conditions'> },
  visitor: Visitor | undefined,
  now: Date,
): Pick<RedirectQuestion, 'sight' | 'followsDrafts'> {
  if (!visitor) return { sight: seeEverything(open.structure), followsDrafts: false };
  const audience = audienceOf(open.site, visitor, now);
  const { structure: shown } = open.viewFor(audience);
  return {
    sight: {
      structure: open.structure,
      shown,
      seesPage: (revision, pageId) => isPageSeen(store, revision, { pageId, claims: audience.claims, now }),
    },
    followsDrafts: visitor.preview?.isDraft ?? false,
  };
}

/** Whether the conditions of a page and its ancestors hold for a visitor. */
async function isPageSeen(
  store: Pick<ContentStore, 'facts' | 'conditions'>,
  open: OpenRevision,
  { pageId, claims, now }: { pageId: string; claims: Claims; now: Date },
): Promise<boolean> {
  const scope = {
    audience: { claims, isVisitor: true, now },
    spaceVariables: open.snapshot.settings.variables,
  };
  const { see } = judgePages(store.conditions, await collectPageConditions(store, open), scope);
  return see(open.snapshot).isVisible(pageId);
}
