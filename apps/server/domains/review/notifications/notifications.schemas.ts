import { type Static, Type } from 'typebox';
import { Id, ListQuery, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import { NOTIFICATION_KINDS } from './notification-kinds.ts';

export const NotificationParams = Type.Object({ notificationId: Id });

/** Kinds of notifications, as a filter. */
const KindsSchema = Type.Array(Type.Enum([...NOTIFICATION_KINDS]), {
  description: 'Only notifications of one of these kinds.',
});

export const ListNotificationsQuery = Type.Object({
  ...ListQuery,
  unread: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether only unread notifications are listed.' }),
  ),
  kind: Type.Optional(KindsSchema),
});

export const NotificationSchema = Type.Object(
  {
    object: Type.Literal('notification'),
    id: Id,
    kind: Type.Enum([...NOTIFICATION_KINDS]),
    read: Type.Boolean(),
    createdAt: Timestamp,
    createdBy: refTo(UserSchema),
    organization: Id,
    space: Type.Object({ id: Id, title: Type.String() }),
    changeRequest: Type.Optional(Type.Object({ id: Id, number: Type.Integer(), subject: Type.String() })),
    page: Type.Optional(Id),
    comment: Type.Optional(Id),
    urls: Type.Object({ app: Url }),
  },
  { $id: 'Notification' },
);
export type Notification = Static<typeof NotificationSchema>;

export const UpdateNotificationBody = Type.Object({ read: Type.Boolean() });

const Ways = Type.Object(
  {
    inApp: Type.Boolean({ description: 'Whether it appears in your list of notifications.' }),
    mail: Type.Boolean({ description: 'Whether it is sent by email.' }),
  },
  { title: 'NotificationWays' },
);

const MailOnly = Type.Pick(Ways, ['mail']);

export const PreferencesSchema = Type.Object(
  {
    'review-requested': Ways,
    'changes-requested': Ways,
    'sync-conflict': Ways,
    'scheduled-merge-failed': Ways,
    merged: Ways,
    mentioned: Ways,
    'openapi-breaking': MailOnly,
  },
  { title: 'NotificationPreferences' },
);
export type Preferences = Static<typeof PreferencesSchema>;

const Changes = Type.Optional(Type.Partial(Ways));
export const UpdatePreferencesBody = Type.Object({
  'review-requested': Changes,
  'changes-requested': Changes,
  'sync-conflict': Changes,
  'scheduled-merge-failed': Changes,
  merged: Changes,
  mentioned: Changes,
  'openapi-breaking': Type.Optional(Type.Partial(MailOnly)),
});
