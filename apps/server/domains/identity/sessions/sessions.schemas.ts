import { Type } from 'typebox';
import { Id, ListQuery, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { UserSchema } from '../users/users.schemas.ts';

const Method = Type.Enum(['password', 'token', 'saml', 'oidc', 'ldap', 'passkey'], {
  description: 'How the browser signed in.',
});

/** The session of the browser that asks. */
export const SessionSchema = Type.Object(
  {
    object: Type.Literal('session'),
    id: Id,
    user: Type.Optional(
      refTo(UserSchema, {
        description: 'Absent if the session was opened with the token of a service account.',
      }),
    ),
    method: Method,
    csrfToken: Type.String({
      description:
        'The value for the header `X-Lectern-CSRF`, which every request that changes something must send along with the cookie.',
    }),
    expiresAt: Type.String({
      format: 'date-time',
      description:
        'The latest time at which the session ends. It ends earlier if it is not used for three days.',
    }),
  },
  { $id: 'Session' },
);

const SignedInBrowserFields = {
  id: Id,
  isCurrent: Type.Boolean({ description: 'Whether this is the session that made the request.' }),
  method: Method,
  organization: Type.Optional(
    Type.String({
      description:
        'The organization to which the session is limited, because it was opened by its single sign-on. Absent if the session is not limited.',
    }),
  ),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Accurate to the minute, and updated with up to a minute’s delay.',
    }),
  ),
  address: Type.Optional(
    Type.String({ description: 'The network address from which the browser signed in.' }),
  ),
  userAgent: Type.Optional(Type.String({ description: 'The `User-Agent` of the browser.' })),
};

/** One of a user's signed-in browsers. */
export const SignedInBrowserSchema = Type.Object(
  {
    object: Type.Literal('user-session'),
    ...SignedInBrowserFields,
    urls: Type.Object({ location: Url }),
  },
  { $id: 'UserSession' },
);

/** A signed-in browser of a member, for administrators of an organization. */
export const MemberSessionSchema = Type.Object(
  {
    object: Type.Literal('member-session'),
    ...SignedInBrowserFields,
    address: Type.Optional(
      Type.String({
        description:
          'The network address from which the browser signed in. Only of sessions that are limited to the organization.',
      }),
    ),
  },
  { $id: 'MemberSession' },
);

export const SessionParams = Type.Object({ sessionId: Id });
export const ListSessionsQuery = Type.Object(ListQuery);
