import { Type } from 'typebox';
import { Id, ListQuery, refTo, Timestamp, Url } from '../../http/schemas.ts';
import { UserSchema } from '../users/users.schemas.ts';

const Method = Type.Enum(['password', 'token', 'saml'], { description: 'By which they signed in.' });

/** The session of the browser that asks. */
export const SessionSchema = Type.Object(
  {
    object: Type.Literal('session'),
    id: Id,
    user: Type.Optional(
      refTo(UserSchema, { description: 'Absent when a service account’s token signed in.' }),
    ),
    method: Method,
    csrfToken: Type.String({
      description: 'For the header `X-Lectern-CSRF` of every call by the cookie that changes something.',
    }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'However much it is used. Without a use it ends after three days.',
    }),
  },
  { $id: 'Session' },
);

/** One of the browsers that are signed in as somebody. */
export const SignedInBrowserSchema = Type.Object(
  {
    object: Type.Literal('user-session'),
    id: Id,
    isCurrent: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    method: Method,
    organization: Type.Optional(
      Type.String({ description: 'The only organization that it acts in: its single sign-on opened it.' }),
    ),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    lastUsedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Exact to the minute; known a minute later.' }),
    ),
    address: Type.Optional(Type.String({ description: 'The network address that it signed in from.' })),
    userAgent: Type.Optional(Type.String({ description: 'What the browser called itself.' })),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'UserSession' },
);

export const SessionParams = Type.Object({ sessionId: Id });
export const ListSessionsQuery = Type.Object(ListQuery);
