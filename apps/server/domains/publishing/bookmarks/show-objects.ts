import type { PageEntry } from '@lectern/content/tree/entries';
import { readPageSettings } from '@lectern/markdown/page-settings';
import { isId } from '@lectern/std/ids';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { type Call, type Granted, grant } from '../../../platform/access/grant.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { type Action, RULES } from '../../../platform/access/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { getChangeRequest } from '../../review/change-requests/change-requests.service.ts';
import { findTitles } from './bookmarks.repository.ts';
import type { BookmarkedObject, ShownObject } from './bookmarks.schemas.ts';

interface ShowParts {
  context: Pick<Context, 'db' | 'pointers' | 'config'>;
  store: Pick<ContentStore, 'open' | 'facts'>;
}

type Untitled = Omit<ShownObject, 'title'> & { title?: string };

/** Shows objects as they are now; undefined for each one that is gone, or that the caller may no longer see. */
export async function showObjects(
  parts: ShowParts,
  call: Call,
  objects: readonly BookmarkedObject[],
): Promise<(ShownObject | undefined)[]> {
  const found: (Untitled | undefined)[] = [];
  for (const object of objects) found.push(await findObject(parts, call, object));
  const untitled = found.flatMap((one) => (one && one.title === undefined ? one.id : []));
  const titles = untitled.length > 0 ? await findTitles(parts.context.db, untitled) : new Map();
  return found.map((one) => {
    if (!one || one.title !== undefined) return one as ShownObject | undefined;
    const { title, emoji } = titles.get(one.id) ?? {};
    return title === undefined ? undefined : { ...one, title, ...(emoji ? { emoji } : {}) };
  });
}

/** Access is decided by the same rules as for reading the object itself. */
async function findObject(
  { context, store }: ShowParts,
  call: Call,
  object: BookmarkedObject,
): Promise<Untitled | undefined> {
  const { pointers, config } = context;
  const { kind, id } = object;
  if (!isId(id)) return undefined;
  const grantOn = (action: Action, named: Call['named']): Promise<Granted> =>
    grant(pointers, { ...call, rule: RULES[action], named });
  const show = (organization: string, path: string, more: Partial<Untitled> = {}): Untitled => ({
    kind,
    id,
    organization,
    ...more,
    urls: { location: `${config.baseUrl}/v1/${path}` },
  });
  try {
    if (kind === 'collection') {
      const { organizationId = '' } = await grantOn('collection:view', { collectionId: id });
      return show(organizationId, `collections/${id}`);
    }
    if (kind === 'site') {
      const organizationId = (await pointers.sites.find(id))?.organizationId;
      if (organizationId === undefined) return undefined;
      await grantOn('site:read', { organizationId, siteId: id });
      return show(organizationId, `orgs/${organizationId}/sites/${id}`);
    }
    const spaceId = 'spaceId' in object ? object.spaceId : id;
    const granted = await grantOn('space:read', { spaceId });
    const space = granted.space as SpacePointer;
    const at = `spaces/${spaceId}`;
    if (kind === 'space') return show(space.organizationId, at);
    if (kind === 'page') {
      const { pages } = (await store.open(space, space.revisionId)).snapshot;
      const entry = pages.find(id)?.entry;
      if (!entry || !('title' in entry)) return undefined;
      const icon = await findIcon(store, space.organizationId, entry);
      return show(space.organizationId, `${at}/content/page/${id}`, {
        space: spaceId,
        title: entry.title ?? '',
        path: pages.pathOf(id),
        ...(entry.emoji ? { emoji: entry.emoji } : {}),
        ...(icon ? { icon } : {}),
      });
    }
    const row = await getChangeRequest(context, space, id, granted);
    return show(space.organizationId, `${at}/change-requests/${id}`, {
      space: spaceId,
      title: row.subject,
      number: row.number,
    });
  } catch (error) {
    // Any other failure, such as one of the database, does not mean that the object is gone.
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

/** The icon of a page, which its document has. */
async function findIcon(
  { facts }: Pick<ContentStore, 'facts'>,
  organizationId: string,
  entry: PageEntry,
): Promise<string | undefined> {
  if (entry.type !== 'document' || entry.document === undefined) return undefined;
  const factsOf = await facts.load(organizationId, 'facts', [entry.document]);
  return readPageSettings(factsOf(entry.document) ?? {}).icon;
}
