import { type Static, Type } from 'typebox';
import { Id, refTo, Timestamp } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';

export const PresenceParams = Type.Object({ spaceId: Id });

export const PresenceBody = Type.Object({
  page: Type.Optional(Id),
  changeRequest: Type.Optional(
    Type.String({ description: 'The id or number of a change request. Defaults to the space itself.' }),
  ),
  block: Type.Optional(Type.String({ maxLength: 100, description: 'The `key` of a block of the page.' })),
});

export const PresenceSchema = Type.Object(
  {
    object: Type.Literal('presence'),
    user: refTo(UserSchema),
    page: Type.Optional(Id),
    changeRequest: Type.Optional(Id),
    block: Type.Optional(Type.String()),
    since: Timestamp,
    expiresAt: Type.String({ format: 'date-time', description: '30 seconds after the last heartbeat.' }),
  },
  { $id: 'Presence' },
);
export type Presence = Static<typeof PresenceSchema>;
