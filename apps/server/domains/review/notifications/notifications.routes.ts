import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { passwordSignInRequired } from '../../../platform/access/access-errors.ts';
import { grantedUser } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { limitedByAddress } from '../../../platform/http/rate-limit.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import { type AuthorRow, authorOf, findAuthors } from '../../identity/users/authors.queries.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import type { NotificationKind } from './notification-kinds.ts';
import { notificationPath } from './notification-path.ts';
import { listNotifications, type NotificationRow } from './notifications.repository.ts';
import {
  ListNotificationsQuery,
  type Notification,
  NotificationParams,
  NotificationSchema,
  PreferencesSchema,
  UpdateNotificationBody,
  UpdatePreferencesBody,
} from './notifications.schemas.ts';
import {
  findOwnFilter,
  getPreferences,
  notificationNotFound,
  readAll,
  setRead,
  updatePreferences,
} from './notifications.service.ts';
import { unsubscribe, unsubscribeLinkInvalid } from './unsubscribe.ts';

const NOT_AUDITED = { none: 'It concerns only the caller.' } as const;
const TRIES_PER_MINUTE = 30;
const tags = ['Notifications'];

/** Notifications that need the attention of the caller, in the application and by mail. */
export const notificationRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, cursors, db } = context;
    for (const schema of [UserSchema, NotificationSchema]) app.addSchema(schema);

    /** The person who did something is shown as to members of their organization, without the address. */
    async function findActors(rows: readonly NotificationRow[]): Promise<Map<NotificationRow, AuthorRow>> {
      const actors = new Map<NotificationRow, AuthorRow>();
      for (const organizationId of new Set(rows.map((row) => row.organization_id))) {
        const own = rows.filter((row) => row.organization_id === organizationId);
        const ids = own.map(({ actor_id }) => actor_id);
        const authors = await findAuthors(db, { organizationId, ids, showsEmails: false });
        for (const row of own) actors.set(row, authorOf(authors, row.actor_id));
      }
      return actors;
    }

    async function presentAll(rows: readonly NotificationRow[]): Promise<Notification[]> {
      const actors = await findActors(rows);
      return rows.map((row) => present(row, actors.get(row) as AuthorRow, config.baseUrl));
    }

    app.route({
      method: 'GET',
      url: '/v1/user/notifications',
      config: { access: 'person:read' },
      schema: {
        operationId: 'listNotifications',
        tags,
        summary: 'List your notifications',
        description: 'Lists the notifications about spaces that you can read, newest first.',
        querystring: ListNotificationsQuery,
        response: { 200: listOf(refTo(NotificationSchema)) },
      },
      handler: async (request) => {
        const { unread: isUnread = false, kind: kinds } = request.query;
        const actor = grantedUser(request);
        const list = openList<string>(
          cursors,
          `notifications:${actor.userId}:${isUnread}:${kinds?.toSorted().join() ?? ''}`,
          request.query,
        );
        const filter = { ...(await findOwnFilter(context, actor)), isUnread, kinds };
        const found = await listNotifications(db, filter, list.asked);
        const items = await presentAll(found.rows);
        return list.answer(found, items);
      },
    });

    app.route({
      method: 'PUT',
      url: '/v1/user/notifications/:notificationId',
      config: { access: 'person:write', audit: NOT_AUDITED, errors: [notificationNotFound] },
      schema: {
        operationId: 'updateNotification',
        tags,
        summary: 'Mark a notification as read or unread',
        params: NotificationParams,
        body: UpdateNotificationBody,
        response: { 200: refTo(NotificationSchema) },
      },
      handler: async (request) => {
        const { notificationId } = request.params;
        const row = await setRead(context, grantedUser(request), notificationId, request.body.read);
        const [shown] = await presentAll([row]);
        return shown as Notification;
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/user/notifications/read-all',
      config: { access: 'person:write', audit: NOT_AUDITED },
      schema: {
        operationId: 'readAllNotifications',
        tags,
        summary: 'Mark all of your notifications as read',
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await readAll(context, grantedUser(request));
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/user/notification-preferences',
      config: { access: 'person:read' },
      schema: {
        operationId: 'getNotificationPreferences',
        tags,
        summary: 'Get your notification preferences',
        response: { 200: PreferencesSchema },
      },
      handler: (request) => getPreferences(context, grantedUser(request)),
    });

    app.route({
      method: 'PUT',
      url: '/v1/user/notification-preferences',
      config: { access: 'person:write', audit: NOT_AUDITED, errors: [passwordSignInRequired] },
      schema: {
        operationId: 'updateNotificationPreferences',
        tags,
        summary: 'Update your notification preferences',
        description: 'Absent kinds and channels keep their values.',
        body: UpdatePreferencesBody,
        response: { 200: PreferencesSchema },
      },
      handler: (request) => updatePreferences(context, grantedUser(request), request.body),
    });

    await app.register(async (links) => {
      // Mail programs send a form with fixed content, which is ignored.
      links.removeAllContentTypeParsers();
      links.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
        done(null, {}),
      );
      links.route({
        method: 'POST',
        url: '/v1/unsubscribe/:ticket',
        config: {
          access: 'public',
          audit: NOT_AUDITED,
          errors: [unsubscribeLinkInvalid],
          rateLimit: limitedByAddress(TRIES_PER_MINUTE),
        },
        schema: {
          operationId: 'unsubscribe',
          tags,
          summary: 'Unsubscribe from emails of one kind',
          description:
            'The address is in the header `List-Unsubscribe` of each such email. It requires no token.',
          params: Type.Object({ ticket: Type.String({ maxLength: 200 }) }),
          response: { 204: Type.Null() },
        },
        handler: async (request, reply) => {
          await unsubscribe(context, (request.params as { ticket: string }).ticket);
          return sendNothing(reply, 204);
        },
      });
    });
  };

function present(row: NotificationRow, actor: AuthorRow, baseUrl: string): Notification {
  return {
    object: 'notification',
    id: row.notification_id,
    kind: row.kind as NotificationKind,
    read: row.is_read,
    createdAt: row.created_at.toISOString(),
    createdBy: presentUser(actor, baseUrl),
    organization: row.organization_id,
    space: { id: row.space_id, title: row.title },
    ...(row.change_request_id === null || row.number === null
      ? {}
      : {
          changeRequest: { id: row.change_request_id, number: row.number, subject: row.subject ?? '' },
        }),
    ...(row.page_id === null ? {} : { page: row.page_id }),
    ...(row.comment_id === null ? {} : { comment: row.comment_id }),
    urls: {
      app: `${baseUrl}${notificationPath({
        spaceId: row.space_id,
        changeRequest: row.number,
        pageId: row.page_id,
        commentId: row.comment_id,
      })}`,
    },
  };
}
