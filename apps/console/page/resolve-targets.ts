import type { ResponseOf } from '@lectern/client/client';
import { parseUrl } from '@lectern/std/parse-url';
import { api, PREFIX } from '../api/client.ts';
import { type PagePlace, pagePath, type TextPlace } from '../api/place.ts';
import { changeRequestQuery, pagesQuery, queries, spaceQuery } from '../api/queries.ts';
import { type LinkTarget, type Ref, type ResolvedTarget, targetOf } from '../editor/links/link-target.ts';
import { t } from '../messages/messages.ts';
import { findPage as findInTree } from '../tree/pages.ts';
import type { PageItem } from './find-targets.ts';

type Resolved = ResponseOf<'/v1/spaces/{spaceId}/content/resolve', 'post'>['items'][number];

/** As many targets as one request can have. */
const MAX_TARGETS = 1000;

const withoutSlashes = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '')
    .join('/');

/** The path below the space that an address shows: in the console, or on the published site. */
async function pathOf(place: TextPlace, address: string): Promise<string | undefined> {
  const { spaceId } = place;
  const url = parseUrl(address);
  if (!url) return undefined;
  const { origin, pathname } = url;
  const own = `${PREFIX}/app/s/${spaceId}/`;
  if (origin === location.origin && pathname.startsWith(own)) {
    const rest = withoutSlashes(pathname.slice(own.length));
    const [, request, page] = /^change-requests\/([^/]+)\/([^/]+)$/.exec(rest) ?? [];
    if (request !== undefined) return (await isSameRequest(place, request)) ? `/${page}` : undefined;
    return /^[\w-]+$/.test(rest) ? `/${rest}` : undefined;
  }
  const { published } = queries.getQueryData(spaceQuery(spaceId).queryKey)?.urls ?? {};
  const site = published === undefined ? undefined : parseUrl(published);
  if (!site) return undefined;
  const root = `/${withoutSlashes(site.pathname)}`;
  const isOnSite =
    origin === site.origin && (root === '/' || pathname === root || pathname.startsWith(`${root}/`));
  return isOnSite ? withoutSlashes(decodeURI(pathname.slice(root.length))) : undefined;
}

/** An address names a change request by its id or its number. */
async function isSameRequest({ spaceId, changeRequestId }: TextPlace, name: string): Promise<boolean> {
  if (changeRequestId === undefined || name === changeRequestId) return name === changeRequestId;
  const { id, number } = await queries.ensureQueryData(changeRequestQuery(spaceId, changeRequestId));
  return name === id || name === String(number);
}

export async function recognize(place: TextPlace, address: string): Promise<LinkTarget | undefined> {
  const path = await pathOf(place, address);
  if (path === undefined) return undefined;
  const { pages } = await queries.ensureQueryData(pagesQuery(place));
  const page = findPage(pages as PageItem[], path);
  if (!page) return undefined;
  const anchor = decodeURIComponent(new URL(address).hash.slice(1));
  const ref = anchor === '' ? { kind: 'page', page: page.id } : { kind: 'anchor', anchor, page: page.id };
  return { title: page.title, detail: t('linkPage'), ref };
}

/** The page with an id (`/id`) or a path. Without a path, it is the first one. */
function findPage(pages: readonly PageItem[], path: string): PageItem | undefined {
  for (const page of pages) {
    const isIt = path.startsWith('/') ? page.id === path.slice(1) : path === '' || page.path === path;
    if (page.type === 'document' && isIt) return page;
    const below = findPage(page.pages ?? [], path);
    if (below) return below;
  }
  return undefined;
}

export async function resolveRefs(place: TextPlace, refs: readonly Ref[]): Promise<ResolvedTarget[]> {
  const targets = refs.map((ref) => targetOf(ref) ?? '');
  // If the heading is missing, the message names the page.
  const pagesAlone = targets.map((target) => target.split('#')[0] ?? '');
  const asked = [...new Set([...targets, ...pagesAlone])].filter((target) => target !== '');
  const found = new Map<string, Resolved>();
  for (let start = 0; start < asked.length; start += MAX_TARGETS) {
    const part = asked.slice(start, start + MAX_TARGETS);
    const items = await ask(place, part);
    for (const [index, target] of part.entries()) found.set(target, items[index] as Resolved);
  }
  return targets.map((target, index) =>
    describe(place, { target, link: found.get(target), page: found.get(pagesAlone[index] as string) }),
  );
}

/** The titles of the pages beside a page by their slugs, in lower case. */
export async function findSlugsBeside(place: PagePlace): Promise<Map<string, string>> {
  const { pages } = await queries.ensureQueryData(pagesQuery(place));
  const siblings = findInTree(pages, place.pageId)?.siblings ?? [];
  const others = siblings.filter(({ id }) => id !== place.pageId).map(({ id }) => `/pages/${id}`);
  const titles = new Map<string, string>();
  for (let start = 0; start < others.length; start += MAX_TARGETS)
    for (const { targetReference } of await ask(place, others.slice(start, start + MAX_TARGETS))) {
      if (targetReference.kind !== 'page') continue;
      const { slug, title } = targetReference.page as { slug?: string; title: string };
      if (slug !== undefined) titles.set(slug.toLowerCase(), title);
    }
  return titles;
}

async function ask(
  { spaceId, changeRequestId, pageId }: TextPlace,
  targets: readonly string[],
): Promise<Resolved[]> {
  const body = { page: pageId, targets: targets.map((target) => ({ target })) };
  const { items } =
    changeRequestId === undefined
      ? await api.post('/v1/spaces/{spaceId}/content/resolve', { path: { spaceId }, body })
      : await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/resolve', {
          path: { spaceId, changeRequestId },
          body,
        });
  return items;
}

function describe(
  place: TextPlace,
  { target, link, page }: { target: string; link: Resolved | undefined; page: Resolved | undefined },
): ResolvedTarget {
  if (target === '') return { state: 'ok', title: '' };
  if (!link) return { state: 'broken', title: target, reason: t('linkBroken') };
  const { status, targetReference: found, external } = link;
  const known = nameOf(place, found);
  if (status === 'broken') {
    const lacking = page?.status === 'ok' ? nameOf(place, page.targetReference) : undefined;
    const anchor = target.replace(/^[^#]*#/, '');
    if (lacking) return { ...lacking, state: 'broken', reason: t('linkNoHeading', { ...lacking, anchor }) };
    if (target.startsWith('#'))
      return { state: 'broken', title: target, reason: t('linkNoHeadingHere', { anchor }) };
    return { state: 'broken', title: titleOfBroken(target), reason: t('linkBroken') };
  }
  if (status === 'in-app') return { ...known, state: 'unsure', reason: t('linkInApp') };
  if (external?.state === 'broken') {
    const reason = external.statusCode === undefined ? external.reason : String(external.statusCode);
    return { ...known, state: 'broken', reason: t('linkUnreachable', { reason: reason ?? '' }) };
  }
  return { ...known, state: 'ok' };
}

/** Ids mean nothing to users. */
const titleOfBroken = (target: string): string =>
  /^\/(?:pages|files|reusable-contents)\/[\w-]+$/.test(target) ? t('linkDeleted') : target;

function nameOf(
  place: TextPlace,
  found: Resolved['targetReference'],
): { title: string; pageId?: string; url?: string } {
  switch (found.kind) {
    case 'page': {
      const anchor = found.internalLocation ? `#${found.internalLocation.anchor}` : '';
      const { id: pageId, title } = found.page as { id: string; title: string };
      // A page of the space is opened in the change request in which the link is written.
      const home = found.space.id === place.spaceId ? place : { spaceId: found.space.id };
      const url = `${location.origin}${PREFIX}/app${pagePath(home, pageId)}${anchor}`;
      return { title: title + (anchor && ` › ${anchor}`), pageId, url };
    }
    case 'file':
      return { title: found.file.name, url: found.file.downloadURL };
    case 'reusable-content':
      return { title: found.reusableContent.title };
    case 'space':
      return { title: found.space.title, url: found.space.urls.app };
    case 'url':
      return { title: found.url, ...(/^https?:/i.test(found.url) ? { url: found.url } : {}) };
  }
}
