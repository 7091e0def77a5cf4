import { fileNotFound, pageNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import { type ApiError, invalidField } from '../../../platform/http/errors.ts';
import type { FindOutline } from '../../specs/reference/spec-outlines.ts';
import type { LinksQuestion, ListedLinks } from './links-question.ts';
import { listBacklinks } from './list-backlinks.ts';
import { listBrokenSince } from './list-broken-since.ts';
import { listLinks } from './list-links.ts';
import { createFindIncoming } from './other-spaces/incoming-references.ts';
import type { LinksStore } from './resolution/links-store.ts';
import { rangeOfOwner, STATUS_CODES } from './resolution/space-links.ts';
import { resolveTargets, type UnsavedTarget } from './resolve-targets.ts';
import { createViewLinks, type LinksView } from './view-links.ts';

const checksAreOff = (): ApiError =>
  invalidField('external', 'requires link checks, which are off on this server (LECTERN_LINK_CHECKS)');

/** Creates the functions that read references for the API. */
export function createLinkReads(
  context: Pick<Context, 'db' | 'fields' | 'config' | 'keyRing' | 'pointers'>,
  store: ContentStore,
  { linksStore, findOutline }: { linksStore: LinksStore; findOutline: FindOutline },
) {
  const viewLinks = createViewLinks(context, store, findOutline);
  const findIncoming = createFindIncoming(context, store);

  async function view({ space, actor, position, external }: LinksQuestion): Promise<LinksView> {
    // An empty list would say that nothing is broken.
    if (external !== undefined && context.config.linkCheckDays === undefined) throw checksAreOff();
    const open = await store.open(space, position.revisionId);
    return viewLinks(open, await linksStore.get(open), actor);
  }

  async function list(
    question: LinksQuestion,
    seen: LinksView,
    range: [from: number, to: number],
  ): Promise<ListedLinks> {
    const { space, actor, baseId } = question;
    if (baseId === undefined) return listLinks(context, store, question, seen, range);
    // Most change requests break nothing, and need no second revision in memory.
    if (!seen.statuses.subarray(...range).includes(STATUS_CODES.broken))
      return listLinks(context, store, question, { ...seen, brokenSince: new Set() }, range);
    const base = await store.open(space, baseId);
    const before = await viewLinks(base, await linksStore.get(base), actor);
    const brokenSince = listBrokenSince(before, seen, range);
    return listLinks(context, store, question, { ...seen, brokenSince }, range);
  }

  return {
    async ofSpace(question: LinksQuestion): Promise<ListedLinks> {
      const seen = await view(question);
      return list(question, seen, [0, seen.links.total]);
    },

    async ofPage(question: LinksQuestion, pageId: string): Promise<ListedLinks> {
      const seen = await view(question);
      if (!seen.open.snapshot.pages.find(pageId)) throw pageNotFound();
      return list(question, seen, rangeOfOwner(seen.links, pageId));
    },

    /** The links that targets would be in a page or reusable content, in their order. */
    async ofTargets(question: LinksQuestion, ownerId: string, targets: readonly UnsavedTarget[]) {
      const open = await store.open(question.space, question.position.revisionId);
      const { baseUrl } = context.config;
      const links = await resolveTargets(store, open, { baseUrl, ownerId, targets });
      if (!links) throw pageNotFound();
      const seen = await viewLinks(open, links, question.actor);
      return listLinks(context, store, question, seen, [0, links.total]);
    },

    async toPage(question: LinksQuestion, pageId: string): Promise<ListedLinks> {
      const seen = await view(question);
      if (!seen.open.snapshot.pages.find(pageId)) throw pageNotFound();
      const incoming = await findIncoming(seen.open, question.actor, pageId);
      return listBacklinks(context, store, question, seen, { id: pageId, incoming });
    },

    async toFile(question: LinksQuestion, fileId: string): Promise<ListedLinks> {
      const seen = await view(question);
      if (!seen.open.snapshot.findFile(fileId)) throw fileNotFound();
      // Addresses of the app lead to pages: other spaces have no way to refer to a file.
      return listBacklinks(context, store, question, seen, { id: fileId, incoming: [] });
    },
  };
}

export type LinkReads = ReturnType<typeof createLinkReads>;
