import type { Actor } from '../../../access/actor.ts';
import type { SpacePointer } from '../../../access/pointers.ts';
import { findRole, findStanding, type Standing } from '../../../access/space-role.ts';
import type { Context } from '../../../context.ts';
import { type ApiError, notFound } from '../../../http/errors.ts';
import type { ContentStore } from '../revisions/content-store.ts';
import { findLinkChecks } from './checks/link-check.ts';
import { createFindIncoming, type IncomingReference } from './incoming-references.ts';
import type { LinkStatus } from './link.ts';
import { createLinksStore } from './links-store.ts';
import { type LinkPresenter, outsideUrl, presentLink, presentLocation } from './present-link.ts';
import { findReadableSpaces } from './readable-spaces.ts';
import { type ShownSpace, showSpace } from './show-space.ts';
import { linkAt, type PlacedLink, rangeOfOwner, STATUS_CODES } from './space-links.ts';
import { listReferringSpaces } from './space-references.repository.ts';
import { createViewLinks, type LinksView } from './view-links.ts';

const pageNotFound = (): ApiError => notFound('page');
const fileNotFound = (): ApiError => notFound('file');

export interface LinksQuestion {
  space: SpacePointer;
  actor: Actor;
  /** A position in a revision: what comes next is of the same one, whatever has changed since. */
  position: { revisionId: string; start: number };
  limit: number;
  status?: LinkStatus;
}

/** A page of a list: where the next one begins, and the items in JSON. */
export interface LinksAnswer {
  count: number;
  next: number | undefined;
  stats?: { total: number; broken: { total: number } };
  items: string[];
}

/** Lists of references. */
export function createLinkReads(
  context: Pick<Context, 'db' | 'config' | 'keyRing' | 'pointers'>,
  store: ContentStore,
) {
  const linksStore = createLinksStore(context, store);
  const viewLinks = createViewLinks(context, store);
  const findIncoming = createFindIncoming(context, store);

  async function open({ space, actor, position }: LinksQuestion): Promise<LinksView> {
    const revision = await store.open(space, position.revisionId);
    return viewLinks(revision, await linksStore.get(revision), actor);
  }

  /** The links from `from` to before `to` that have the status asked for. */
  async function list(
    question: LinksQuestion,
    view: LinksView,
    [from, to]: [number, number],
  ): Promise<LinksAnswer> {
    const { position, limit, status } = question;
    const code = status && STATUS_CODES[status];
    let count = 0;
    let broken = 0;
    let next: number | undefined;
    const chosen: number[] = [];
    for (let index = from; index < to; index += 1) {
      const own = view.statuses[index];
      if (own === STATUS_CODES.broken) broken += 1;
      if (code !== undefined && own !== code) continue;
      count += 1;
      if (index < position.start) continue;
      if (chosen.length < limit) chosen.push(index);
      else next ??= index;
    }
    const items = await presentAll(question, view, chosen);
    return { count, next, stats: { total: to - from, broken: { total: broken } }, items };
  }

  async function presentAll(
    question: LinksQuestion,
    view: LinksView,
    indices: readonly number[],
  ): Promise<string[]> {
    const placed = indices.map((index) => ({
      ...linkAt(view.links, index),
      status: STATUSES[view.statuses[index] as number] as LinkStatus,
    }));
    const pageIds = new Map<string, Set<string>>();
    const add = (spaceId: string, pageId?: string): void => {
      const known = pageIds.get(spaceId) ?? new Set();
      pageIds.set(spaceId, pageId === undefined ? known : known.add(pageId));
    };
    const { spaceId, organizationId } = question.space;
    const targetOf: LinkPresenter['targetOf'] = ({ target }) =>
      target?.kind === 'in-app' ? view.targetOf(target.address) : undefined;
    add(spaceId);
    for (const { owner, link } of placed) {
      if (owner.kind === 'page') add(spaceId, owner.id);
      if (link.target?.kind === 'page') add(spaceId, link.target.id);
      const other = targetOf(link);
      if (other) add(other.spaceId, other.page?.id);
    }
    const own = await showOwn(question, view, pageIds.get(spaceId) as Set<string>);
    const others = new Map([[spaceId, own]]);
    for (const [id, ids] of pageIds) {
      const readable = view.readable.get(id);
      if (id === spaceId || !readable) continue;
      const revision = await store.open(readable.space, readable.space.revisionId);
      others.set(id, await showSpace(context, store, { ...readable, open: revision, pageIds: ids }));
    }
    const checkOf = await loadChecks(organizationId, placed);
    return placed.map((one) => presentLink(one, { own, others, targetOf, checkOf }));
  }

  /** Results from a time when checks were on say nothing once they are off. */
  async function loadChecks(
    organizationId: string,
    placed: readonly PlacedLink[],
  ): Promise<LinkPresenter['checkOf']> {
    if (context.config.linkCheckDays === undefined) return () => undefined;
    const urls = placed.flatMap(({ link }) => outsideUrl(link) ?? []);
    const checks = await findLinkChecks(context.db, organizationId, urls);
    return (url) => checks.get(url);
  }

  async function showOwn(
    { space, actor }: LinksQuestion,
    view: LinksView,
    pageIds: Iterable<string>,
  ): Promise<ShownSpace> {
    const { pointers } = context;
    const standing = (await findStanding(pointers, actor, space.organizationId)) as Standing;
    const role = await findRole(pointers, standing, space);
    return showSpace(context, store, { open: view.open, space, role, standing, pageIds });
  }

  async function listBacklinks(
    question: LinksQuestion,
    view: LinksView,
    targetId: string,
    incoming: readonly IncomingReference[],
  ): Promise<LinksAnswer> {
    const { space, position, limit } = question;
    const places = distinctPlaces([...placesInOwnSpace(view, targetId), ...incoming]);
    const end = position.start + limit;
    const chosen = places.slice(position.start, end);
    const pageIds = new Map<string, string[]>([[space.spaceId, []]]);
    for (const { spaceId = space.spaceId, owner } of chosen)
      pageIds.set(spaceId, [...(pageIds.get(spaceId) ?? []), ...(owner.kind === 'page' ? [owner.id] : [])]);
    const shown = new Map<string, ShownSpace>();
    const readable = await findReadableSpaces(context, question.actor, [...pageIds.keys()]);
    for (const [spaceId, ids] of pageIds) {
      const other = readable.get(spaceId);
      if (spaceId === space.spaceId) shown.set(spaceId, await showOwn(question, view, ids));
      else if (other) {
        const revision = await store.open(other.space, other.space.revisionId);
        shown.set(spaceId, await showSpace(context, store, { ...other, open: revision, pageIds: ids }));
      }
    }
    const items = chosen.flatMap(({ spaceId = space.spaceId, owner, anchor }) => {
      const from = shown.get(spaceId);
      return (from && presentLocation(owner, anchor, from)) ?? [];
    });
    return { count: places.length, next: end < places.length ? end : undefined, items };
  }

  async function listIncoming(
    { space, actor }: LinksQuestion,
    view: LinksView,
    pageId: string,
  ): Promise<IncomingReference[]> {
    const referring = await listReferringSpaces(context.db, space);
    const readable = await findReadableSpaces(context, actor, referring);
    const incoming: IncomingReference[] = [];
    for (const spaceId of referring) {
      const from = readable.get(spaceId);
      if (!from || from.space.deletedAt || from.space.organizationId !== space.organizationId) continue;
      incoming.push(...((await findIncoming(view.open, from)).get(pageId) ?? []));
    }
    return incoming;
  }

  return {
    async ofSpace(question: LinksQuestion): Promise<LinksAnswer> {
      const view = await open(question);
      return list(question, view, [0, view.links.total]);
    },

    async ofPage(question: LinksQuestion, pageId: string): Promise<LinksAnswer> {
      const view = await open(question);
      if (!view.open.snapshot.pages.find(pageId)) throw pageNotFound();
      return list(question, view, rangeOfOwner(view.links, pageId));
    },

    async toPage(question: LinksQuestion, pageId: string): Promise<LinksAnswer> {
      const view = await open(question);
      if (!view.open.snapshot.pages.find(pageId)) throw pageNotFound();
      return listBacklinks(question, view, pageId, await listIncoming(question, view, pageId));
    },

    async toFile(question: LinksQuestion, fileId: string): Promise<LinksAnswer> {
      const view = await open(question);
      if (!view.open.snapshot.findFile(fileId)) throw fileNotFound();
      return listBacklinks(question, view, fileId, []);
    },
  };
}

export type LinkReads = ReturnType<typeof createLinkReads>;

const STATUSES = Object.keys(STATUS_CODES) as LinkStatus[];

type Place = Pick<IncomingReference, 'owner' | 'anchor'> & { spaceId?: string };

/** Where the space refers to one of its pages or files. A page's links to itself are none. */
function* placesInOwnSpace(view: LinksView, targetId: string): Generator<Place> {
  const { owners } = view.links;
  for (const owner of owners) {
    if (owner.id === targetId) continue;
    for (const { target, anchor } of owner.links as readonly PlacedLink['link'][]) {
      if (!target || target.kind === 'url') continue;
      const id = target.kind === 'in-app' ? idInOwnSpace(view, target) : target.id;
      if (id === targetId) yield { owner, anchor };
    }
  }
}

function idInOwnSpace(
  view: LinksView,
  { address }: { address: Parameters<LinksView['targetOf']>[0] },
): string | undefined {
  return address.spaceId === view.open.space.spaceId ? view.targetOf(address)?.page?.id : undefined;
}

/** One for each heading under which there are references, in their order. */
function distinctPlaces(places: readonly Place[]): Place[] {
  const seen = new Set<string>();
  return places.filter(({ spaceId, owner, anchor }) => {
    const key = `${spaceId} ${owner.id} ${anchor}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
