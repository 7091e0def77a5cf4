import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { siteUrl } from '../../../platform/http/site-url.ts';
import { findReadableSpaces } from '../../publishing/sites/readable-spaces.ts';
import { siteSpacePath } from '../../publishing/sites/site-address.ts';
import {
  listShown,
  listSiteSpaces,
  type SiteSpaceEntry,
  withoutDeletedSpaces,
} from '../../publishing/sites/site-structure.ts';
import { loadStructure } from '../../publishing/sites/structure.queries.ts';
import type { AnswerParts } from './answer.ts';
import type { Question } from './question.ts';

/** The current content of a site, as far as the caller may read it. */
export interface SiteContent {
  /** The spaces that readers can see, in their order. */
  listSpaces(within: Pick<Question, 'section' | 'variant'>): SpacePointer[];
  open(spaceId: string): Promise<OpenRevision | undefined>;
  /** The path of a page in an address of the site. */
  pathOf(open: OpenRevision, pageId: string): string;
}

export async function openSiteContent(
  { context, store }: Pick<AnswerParts, 'context' | 'store'>,
  { site, actor }: Pick<Question, 'site' | 'actor'>,
): Promise<SiteContent> {
  const structure = withoutDeletedSpaces(await loadStructure(context.db, site));
  const entries = listSiteSpaces(structure);
  const readable = await findReadableSpaces(context.pointers, actor, entries);
  const bySpace = new Map<string, SiteSpaceEntry>();
  for (const entry of entries)
    if (entry.isDefault || !bySpace.has(entry.spaceId)) bySpace.set(entry.spaceId, entry);
  const shown = listShown(structure);
  const base = new URL(siteUrl(context.config, site)).pathname;
  return {
    listSpaces({ section, variant }) {
      const chosen = entries.filter(
        ({ siteSpaceId, sectionId }) =>
          shown.has(siteSpaceId) &&
          (section === undefined || sectionId === section) &&
          (variant === undefined || siteSpaceId === variant),
      );
      const spaceIds = [...new Set(chosen.map(({ spaceId }) => spaceId))];
      return spaceIds.flatMap((spaceId) => readable.get(spaceId) ?? []);
    },
    async open(spaceId) {
      const space = readable.get(spaceId);
      return space && store.open(space, space.revisionId);
    },
    pathOf({ space: { spaceId }, snapshot }, pageId) {
      const entry = bySpace.get(spaceId);
      const ofSpace = base + (entry === undefined ? '' : siteSpacePath(structure, entry));
      const homeId = entry?.pageId ?? findFirstPage(snapshot);
      if (pageId === homeId) return ofSpace;
      return ofSpace + snapshot.pages.pathOf(pageId).split('/').map(encodeURIComponent).join('/');
    },
  };
}

/** The page that readers see at the address of a space, unless the site names another one. */
function findFirstPage({ pages }: Snapshot): string | undefined {
  for (const { entry } of pages.pages()) if (entry.type === 'document') return entry.id;
  return undefined;
}
