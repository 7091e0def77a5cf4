import { resolveRedirect } from '@lectern/content/references/resolve-target';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { FindFormerPage } from '../../server/content/references/former-pages.ts';
import type { ContentStore } from '../../server/content/revisions/content-store.ts';
import {
  collectPageConditions,
  judgePages,
  type VisiblePages,
} from '../../server/content/revisions/visible-pages.ts';
import type { NotFoundType } from '../../server/domains/insights/codes.ts';
import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';
import { locatePath } from '../../server/domains/publishing/sites/locate-path.ts';
import { listShown } from '../../server/domains/publishing/sites/site-structure.ts';
import type { Context } from '../../server/platform/context.ts';
import type { SiteReadings } from '../site-readings.ts';

/**
 * Why a visitor sees no page at an address: `conditional` if it leads to one that a condition hides from them. For what
 * is recorded, and never for an answer: visitors who may not see a page do not learn that it exists.
 */
export type FindWhyNotFound = (place: ResolvedContent) => Promise<NotFoundType | undefined>;

interface GatedParts {
  pointers: Pick<Context['pointers'], 'spaces'>;
  store: ContentStore;
  readings: Pick<SiteReadings, 'read'>;
  findFormerPage: FindFormerPage;
}

export function createFindWhyNotFound({
  pointers,
  store,
  readings,
  findFormerPage,
}: GatedParts): FindWhyNotFound {
  /** In the space that the visitor sees at the address: the page itself, or one to which the address leads. */
  async function isPageGated(place: ResolvedContent): Promise<boolean> {
    const { open, audience, place: seen } = await readings.read(place);
    const { snapshot, space } = open;
    const scope = { audience, spaceVariables: snapshot.settings.variables };
    const pages = judgePages(store.conditions, await collectPageConditions(store, open), scope).see(snapshot);
    const path = place.rest.join('/');
    const redirected = resolveRedirect(snapshot, path);
    const candidates =
      path === ''
        ? [seen.siteSpace.pageId ?? firstPage(snapshot)]
        : [
            snapshot.pages.findByPath(path)?.entry.id,
            redirected && 'page' in redirected ? redirected.page : undefined,
            await findFormerPage(space, path),
          ];
    return candidates.some((pageId) => pageId !== undefined && isHidden(snapshot, pages, pageId));
  }

  /** In a section or variant that the visitor does not see, so that its path looked like that of a page. */
  async function isInGatedPart({
    open,
    base,
    siteBase,
    siteSpaceId,
    rest,
  }: ResolvedContent): Promise<boolean> {
    const segments = [...base.slice(siteBase.length), ...rest];
    const found = locatePath(open.structure, segments);
    if (!found || found.siteSpace.siteSpaceId === siteSpaceId) return false;
    const { siteSpace } = found;
    if (!listShown(open.structure).has(siteSpace.siteSpaceId)) return false;
    const space = await pointers.spaces.find(siteSpace.spaceId);
    if (!space || space.deletedAt) return false;
    const { snapshot } = await store.open(space, space.revisionId);
    const path = segments.slice(found.depth).join('/');
    return path === '' || snapshot.pages.findByPath(path) !== undefined;
  }

  return async (place) => {
    if (place.visitor.preview) return undefined;
    const isGated = (await isPageGated(place)) || (await isInGatedPart(place));
    return isGated ? 'conditional' : undefined;
  };
}

function isHidden(snapshot: Snapshot, pages: VisiblePages, pageId: string): boolean {
  const reason = pages.whyHidden(pageId);
  if (reason?.kind !== 'empty') return reason !== undefined;
  const children = itemsOf(snapshot.pages.find(pageId)?.children);
  return [...children].some(({ entry }) => isHidden(snapshot, pages, entry.id));
}

function firstPage(snapshot: Snapshot): string | undefined {
  for (const { entry } of snapshot.pages.pages()) if (entry.type === 'document') return entry.id;
  return undefined;
}
