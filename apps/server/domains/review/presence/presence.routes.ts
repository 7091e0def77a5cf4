import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { pageNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { CHANGES_CHANNEL, type Change } from '../../../platform/access/changes.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { authorOf } from '../../identity/users/authors.queries.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import { changeRequestNotFound } from '../change-requests/change-request-errors.ts';
import { findNamedLine } from '../change-requests/named-branch.ts';
import { deletePresence, listPresences, type PresenceRow, upsertPresence } from './presence.queries.ts';
import {
  DeletePresenceQuery,
  type Presence,
  PresenceBody,
  PresenceParams,
  PresenceSchema,
} from './presence.schemas.ts';
import { PRESENT_MS, STREAMED_MS } from './presence-lifetime.ts';

const NOT_AUDITED = {
  none: 'It changes neither people nor access, and is forgotten within a minute.',
} as const;
const tags = ['Change requests'];

const expiryOf = ({ seen_at, streamed_at }: PresenceRow): Date =>
  streamed_at === null
    ? new Date(seen_at.getTime() + PRESENT_MS)
    : new Date(streamed_at.getTime() + STREAMED_MS);

/** Makes the streams of all processes refetch the presence list. */
function tellPresence(unit: UnitOfWork, spaceId: string): void {
  const change: Change = { kind: 'presence', spaceId };
  unit.notify(CHANGES_CHANNEL, JSON.stringify(change));
}

/** Users report what they are editing in a space, and see who else is editing there. */
export const presenceRoutes =
  (context: Context, store: ContentStore): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { clock, config, db, transact } = context;
    for (const schema of [UserSchema, PresenceSchema]) app.addSchema(schema);

    async function presentAll(request: FastifyRequest, rows: readonly PresenceRow[]): Promise<Presence[]> {
      const ids = rows.map((row) => row.author_id);
      const authors = await findAuthorsFor(context, grantedTo(request), ids);
      return rows.map((row) => ({
        object: 'presence',
        user: presentUser(authorOf(authors, row.author_id), config.baseUrl),
        ...(row.tab === '' ? {} : { tab: row.tab }),
        ...(row.page_id === null ? {} : { page: row.page_id }),
        ...(row.change_request_id === null ? {} : { changeRequest: row.change_request_id }),
        ...(row.block === null ? {} : { block: row.block }),
        ...(row.caret === null ? {} : { caret: row.caret as unknown as NonNullable<Presence['caret']> }),
        since: row.since.toISOString(),
        expiresAt: expiryOf(row).toISOString(),
      }));
    }

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/presence',
      config: { access: 'space:read' },
      schema: {
        operationId: 'listPresence',
        tags,
        summary: 'List who is editing',
        description:
          'Lists the users who sent a heartbeat in the last 30 seconds or whose tab has an open stream of events, including you. Each tab of a user is listed separately.',
        params: PresenceParams,
        response: { 200: listOf(refTo(PresenceSchema)) },
      },
      handler: async (request) => {
        const { actor, role } = grantedTo(request);
        const rows = await listPresences(db, grantedSpace(request), {
          now: clock(),
          seesDrafts: isAtLeast(role, 'edit'),
          viewerId: authorIdOf(actor),
        });
        return { count: rows.length, items: await presentAll(request, rows) };
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/spaces/:spaceId/presence',
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [changeRequestNotFound, pageNotFound] },
      schema: {
        operationId: 'putPresence',
        tags,
        summary: 'Report what you are editing',
        description:
          'Send this heartbeat about every ten seconds while someone is editing. It replaces the previous one of the same `tab` in the space and expires after 30 seconds. If a stream of events of the space is open for the same `tab`, it lasts as long as the stream, and you need to send it only when the place changes.',
        params: PresenceParams,
        body: PresenceBody,
        response: { 200: refTo(PresenceSchema) },
      },
      handler: async (request) => {
        const { page: pageId, changeRequest, tab = '', block, caret } = request.body;
        const space = grantedSpace(request);
        const { changeRequestId, revisionId } = await findNamedLine(context, request, changeRequest);
        if (pageId !== undefined) {
          const { snapshot } = await store.open(space, revisionId);
          if (!snapshot.pages.find(pageId)) throw pageNotFound();
        }
        const { organizationId, spaceId } = space;
        const authorId = authorIdOf(grantedTo(request).actor);
        const at = clock();
        const isInPage = pageId !== undefined;
        const row = await transact(async (unit) => {
          const stored = await upsertPresence(unit.trx, {
            organizationId,
            spaceId,
            authorId,
            tab,
            changeRequestId,
            pageId,
            at,
            block: isInPage ? block : undefined,
            caret: isInPage && block !== undefined ? caret : undefined,
          });
          if (stored.isChanged) tellPresence(unit, spaceId);
          return stored;
        });
        const [shown] = await presentAll(request, [row]);
        return shown as Presence;
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/spaces/:spaceId/presence',
      config: { access: 'space:edit', audit: NOT_AUDITED },
      schema: {
        operationId: 'deletePresence',
        tags,
        summary: 'End your presence in a space',
        description: 'Ends the one that was sent with this `tab`, or with none.',
        params: PresenceParams,
        querystring: DeletePresenceQuery,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { organizationId, spaceId } = grantedSpace(request);
        const authorId = authorIdOf(grantedTo(request).actor);
        const { tab = '' } = request.query;
        await transact(async (unit) => {
          if (await deletePresence(unit.trx, { organizationId, spaceId, authorId, tab }))
            tellPresence(unit, spaceId);
        });
        return sendNothing(reply, 204);
      },
    });
  };
