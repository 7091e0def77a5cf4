import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { grantedUser } from '../../../platform/access/authorize.ts';
import type { Call } from '../../../platform/access/grant.ts';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import { cutMovable } from '../../../platform/http/lists.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { Id, ListQuery, listOf } from '../../../platform/http/schemas.ts';
import { deleteFavorites, listFavorites, listRecent, noteOpened } from './bookmarks.repository.ts';
import { FavoriteBody, FavoriteSchema, RecentBody, RecentSchema, readObject } from './bookmarks.schemas.ts';
import { MAX_FAVORITES, putFavorite, tooManyFavorites } from './put-favorite.ts';
import { showObjects } from './show-objects.ts';

const NOT_AUDITED = { none: 'It concerns only the caller.' } as const;
const tags = ['Users'];
const RECENT_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_RECENT = 100;

const objectNotFound = defineNotFound('object-not-found', 'object');
const favoriteNotFound = defineNotFound('favorite-not-found', 'favorite');
/** The recent objects and the favorites of the caller. */
export const bookmarkRoutes =
  (context: Context, store: ContentStore): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { clock, cursors, db, transact } = context;
    const startOfRecent = (): Date => new Date(clock().getTime() - RECENT_MS);
    const { show, listHidden } = createShow(context, store);

    app.route({
      method: 'GET',
      url: '/v1/user/recent',
      config: { access: 'person:read' },
      schema: {
        operationId: 'listRecent',
        tags,
        summary: 'List what you have opened lately',
        description:
          'Lists up to 100 pages and spaces that you have opened in the last 30 days and can still read, the latest first, with their present titles and paths.',
        querystring: Type.Object(ListQuery),
        response: { 200: listOf(RecentSchema) },
      },
      handler: async (request) => {
        const { userId } = grantedUser(request);
        const list = openList<string>(cursors, `recent:${userId}`, request.query);
        const rows = await listRecent(db, userId, startOfRecent());
        const shown = await show(
          request,
          rows.map(({ object }) => object),
        );
        const items = rows.flatMap(({ openedAt }, at) => {
          const target = shown[at];
          return target ? { object: 'recent' as const, openedAt: openedAt.toISOString(), target } : [];
        });
        const page = cutMovable(items, list.asked, ({ target }) => `${target.space ?? ''}/${target.id}`);
        return list.present(page, (item) => item);
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/user/recent',
      config: { access: 'person:write', audit: NOT_AUDITED, errors: [objectNotFound] },
      schema: {
        operationId: 'noteRecent',
        tags,
        summary: 'Note that you have opened a space or page',
        description: 'Reading content does not note anything by itself.',
        body: RecentBody,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { userId } = grantedUser(request);
        const { space: spaceId, page: pageId } = request.body;
        const [shown] = await show(request, [readObject(request.body)]);
        if (!shown) throw objectNotFound();
        const opened = { spaceId, pageId, at: clock(), since: startOfRecent(), limit: MAX_RECENT };
        await transact(({ trx }) => noteOpened(trx, userId, opened));
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/user/favorites',
      config: { access: 'person:read' },
      schema: {
        operationId: 'listFavorites',
        tags,
        summary: 'List your favorites',
        description:
          'Lists your favorites in your order, without those that are gone or that you cannot see.',
        querystring: Type.Object(ListQuery),
        response: { 200: listOf(FavoriteSchema) },
      },
      handler: async (request) => {
        const { userId } = grantedUser(request);
        const list = openList<string>(cursors, `favorites:${userId}`, request.query);
        const rows = await listFavorites(db, userId);
        const shown = await show(
          request,
          rows.map(({ object }) => object),
        );
        const items = rows.flatMap(({ favoriteId: id }, at) => {
          const target = shown[at];
          return target ? { object: 'favorite' as const, id, target } : [];
        });
        return list.present(
          cutMovable(items, list.asked, ({ id }) => id),
          (item) => item,
        );
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/user/favorites',
      config: { access: 'person:write', audit: NOT_AUDITED, errors: [objectNotFound, tooManyFavorites] },
      schema: {
        operationId: 'putFavorite',
        tags,
        summary: 'Add or move a favorite',
        description:
          'Adds a space, page, collection, site or change request to your favorites, or moves it among them. Repeating the request changes nothing.',
        body: FavoriteBody,
        response: { 200: FavoriteSchema },
      },
      handler: async (request) => {
        const { userId } = grantedUser(request);
        const { at, ...named } = request.body;
        const object = readObject(named);
        const [target] = await show(request, [object]);
        if (!target) throw objectNotFound();
        const hidden = await listHidden(request, userId);
        const id = await putFavorite(context, userId, { object, at, hidden });
        return { object: 'favorite' as const, id, target };
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/user/favorites/:favoriteId',
      config: { access: 'person:write', audit: NOT_AUDITED, errors: [favoriteNotFound] },
      schema: {
        operationId: 'deleteFavorite',
        tags,
        summary: 'Delete a favorite',
        params: Type.Object({ favoriteId: Id }),
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { userId } = grantedUser(request);
        const { favoriteId } = request.params;
        if (!isId(favoriteId) || !(await deleteFavorites(db, userId, [favoriteId]))) throw favoriteNotFound();
        return sendNothing(reply, 204);
      },
    });
  };

type Objects = Parameters<typeof showObjects>[2];

function createShow(context: Context, store: ContentStore) {
  const show = (request: FastifyRequest, objects: Objects) =>
    showObjects({ context, store }, request.call as Call, objects);

  /** Favorites that the caller cannot see, if there is no place for another one: they are in no list. */
  async function listHidden(request: FastifyRequest, userId: string): Promise<string[]> {
    const known = await listFavorites(context.db, userId);
    if (known.length < MAX_FAVORITES) return [];
    const shown = await show(
      request,
      known.map(({ object }) => object),
    );
    return known.filter((_, at) => !shown[at]).map(({ favoriteId }) => favoriteId);
  }

  return { show, listHidden };
}
