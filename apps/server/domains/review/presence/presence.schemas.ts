import { type Static, Type } from 'typebox';
import { Id, refTo, Timestamp, VISIBLE_PATTERN } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';

export const PresenceParams = Type.Object({ spaceId: Id });

export const Tab = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: VISIBLE_PATTERN,
  description: 'An id that you choose for the tab or window, so that the tabs of one person are told apart.',
});

export const DeletePresenceQuery = Type.Object({ tab: Type.Optional(Tab) });

export const Caret = Type.Object(
  {
    offset: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    length: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'The length of the selection.' }),
    ),
  },
  { description: 'The position in the text of the block, in UTF-16 code units.' },
);

export const PresenceBody = Type.Object({
  tab: Type.Optional(Tab),
  page: Type.Optional(Id),
  changeRequest: Type.Optional(
    Type.String({ description: 'The id or number of a change request. Defaults to the space itself.' }),
  ),
  block: Type.Optional(Type.String({ maxLength: 100, description: 'The `key` of a block of the page.' })),
  caret: Type.Optional(Caret),
});

export const PresenceSchema = Type.Object(
  {
    object: Type.Literal('presence'),
    user: refTo(UserSchema),
    tab: Type.Optional(Type.String()),
    page: Type.Optional(Id),
    changeRequest: Type.Optional(Id),
    block: Type.Optional(Type.String()),
    caret: Type.Optional(Caret),
    since: Timestamp,
    expiresAt: Type.String({
      format: 'date-time',
      description:
        '30 seconds after the last heartbeat. A tab with an open stream of events is present as long as the stream; the time moves with it.',
    }),
  },
  { $id: 'Presence' },
);
export type Presence = Static<typeof PresenceSchema>;
