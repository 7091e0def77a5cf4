import type { PageNode } from '@lectern/content/tree/entries';
import { parseUrl } from '@lectern/std/parse-url';
import type { FindFormerPage } from '../../../content/references/former-pages.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { type Call, type Granted, grant } from '../../../platform/access/grant.ts';
import type { CollectionPointer, SitePointer, SpacePointer } from '../../../platform/access/pointers.ts';
import { type Action, RULES } from '../../../platform/access/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError, defineError } from '../../../platform/http/errors.ts';
import { getChangeRequest } from '../../review/change-requests/change-requests.service.ts';
import { findSite, readSegments } from '../published-content/find-site.ts';
import type { OpenSites } from '../site-visitors/open-site.ts';
import type { FindFormerPlace } from '../sites/former-paths/find-former-place.ts';
import { locatePath } from '../sites/locate-path.ts';
import { type AppPlace, readAppUrl } from './read-app-url.ts';

export const noContentAtUrl = defineError(
  { status: 404, reason: 'no-content-at-url' },
  'There is no space, collection or page at this address that you can see.',
);

export type NamedChangeRequest = Awaited<ReturnType<typeof getChangeRequest>>;

/** The content at an address, with the access of the caller to it. */
export type FoundContent =
  | { kind: 'collection'; granted: Granted; collection: CollectionPointer }
  | {
      kind: 'space';
      granted: Granted;
      space: SpacePointer;
      changeRequest: NamedChangeRequest | undefined;
      page: { open: OpenRevision; node: PageNode } | undefined;
    };

interface FindParts {
  context: Pick<Context, 'db' | 'pointers' | 'config'>;
  store: Pick<ContentStore, 'open' | 'keepForGood'>;
  openSites: OpenSites;
  findFormerPage: FindFormerPage;
  findFormerPlace: FindFormerPlace;
}

type SpacePlace = Extract<AppPlace, { kind: 'space' }> & { path?: string };

/** Finds the content at an address of the app or of a published site. Throws a 404 if the caller may not see it. */
export async function findContent(parts: FindParts, call: Call, text: string): Promise<FoundContent> {
  const url = parseUrl(text);
  const place =
    url && (readAppUrl(url, parts.context.config.baseUrl) ?? (await findOnSite(parts, call, url)));
  if (!place) throw noContentAtUrl();
  try {
    return await openPlace(parts, call, place);
  } catch (error) {
    if (isNotVisible(error)) throw noContentAtUrl();
    throw error;
  }
}

/** Whether the caller may not see something. Any other failure, such as one of the database, is not an answer. */
const isNotVisible = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404].includes(error.status);

const grantOn = (
  { context }: FindParts,
  call: Call,
  action: Action,
  named: Call['named'],
): Promise<Granted> => grant(context.pointers, { ...call, rule: RULES[action], named });

async function openPlace(parts: FindParts, call: Call, place: AppPlace | SpacePlace): Promise<FoundContent> {
  if (place.kind === 'collection') {
    const { collectionId } = place;
    const granted = await grantOn(parts, call, 'collection:view', { collectionId });
    return { kind: 'collection', granted, collection: granted.collection as CollectionPointer };
  }
  const { spaceId } = place;
  const granted = await grantOn(parts, call, 'space:read', { spaceId });
  const space = granted.space as SpacePointer;
  const changeRequest =
    place.changeRequest === undefined
      ? undefined
      : await getChangeRequest(parts.context, space, place.changeRequest, granted);
  const revisionId = place.revisionId ?? changeRequest?.revision_id ?? space.revisionId;
  const page = await findPage(parts, { space, revisionId, place });
  return { kind: 'space', granted, space, changeRequest, page };
}

async function findPage(
  { store, findFormerPage }: Pick<FindParts, 'store' | 'findFormerPage'>,
  { space, revisionId, place }: { space: SpacePointer; revisionId: string; place: SpacePlace },
): Promise<{ open: OpenRevision; node: PageNode } | undefined> {
  const { pageId, path } = place;
  if (pageId === undefined && path === undefined && place.revisionId === undefined) return undefined;
  if (place.revisionId !== undefined) await store.keepForGood(space, revisionId);
  const open = await store.open(space, revisionId);
  if (pageId === undefined && path === undefined) return undefined;
  const { pages } = open.snapshot;
  const asked = pageId ?? pages.findByPath(path as string)?.entry.id;
  const foundId = asked ?? (await findFormerPage(space, path as string));
  const node = foundId === undefined ? undefined : pages.find(foundId);
  if (!node || !('slug' in node.entry)) throw revisionNotFound();
  return { open, node };
}

/** Members find drafts and sections with conditions as well: their roles on the spaces decide. */
async function findOnSite(parts: FindParts, call: Call, url: URL): Promise<SpacePlace | undefined> {
  const { context, openSites } = parts;
  const segments = readSegments(url.pathname);
  const entrance = segments && (await findSite(context.pointers, context.config, url.host, segments));
  if (!entrance || !(await isOpenTo(parts, call, entrance.site))) return undefined;
  const open = await openSites.open(entrance.site);
  const [first = ''] = entrance.rest;
  const rest = open.findShareLink(first) === undefined ? entrance.rest : entrance.rest.slice(1);
  const found = locatePath(open.structure, rest);
  if (!found) return undefined;
  const present = toPlace(found.siteSpace, rest.slice(found.depth));
  const former = await parts.findFormerPlace(open.site, open.structure, rest);
  return former && !(await isPage(parts, present)) ? toPlace(former.siteSpace, former.rest) : present;
}

const toPlace = ({ spaceId }: { spaceId: string }, segments: readonly string[]): SpacePlace => {
  const path = segments.join('/');
  return { kind: 'space', spaceId, ...(path === '' ? {} : { path }) };
};

/** What is at an address counts before what was there. */
async function isPage({ context, store }: FindParts, { spaceId, path = '' }: SpacePlace): Promise<boolean> {
  const space = await context.pointers.spaces.find(spaceId);
  const open = space && (await store.open(space, space.revisionId));
  return open?.snapshot.pages.findByPath(path) !== undefined;
}

/** The addresses of a site that is not published are for those with a role on it. */
async function isOpenTo(parts: FindParts, call: Call, site: SitePointer): Promise<boolean> {
  if (site.isPublished) return true;
  const { organizationId, siteId } = site;
  try {
    await grantOn(parts, call, 'site:read', { organizationId, siteId });
    return true;
  } catch (error) {
    if (isNotVisible(error)) return false;
    throw error;
  }
}
