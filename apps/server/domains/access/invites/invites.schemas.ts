import { Type } from 'typebox';
import { Id, ListQuery, RoleOrGuestSchema, Timestamp, Url } from '../../../platform/http/schemas.ts';

export const OrganizationParams = Type.Object({ organizationId: Id });
export const InvitationParams = Type.Object({
  organizationId: Id,
  userId: Type.String({ description: 'The user id of a member, or `me`.' }),
});
export const TicketParams = Type.Object({
  ticket: Type.String({ description: 'The last path segment of the invitation link.' }),
});

/** Longer than any address, so that an invalid address is explained in words. */
const Address = Type.String({ maxLength: 1000 });

export const InviteUsersBody = Type.Object({
  emails: Type.Array(
    Type.Union([Address, Type.Object({ email: Address, role: Type.Optional(RoleOrGuestSchema) })]),
    {
      minItems: 1,
      maxItems: 1000,
      description:
        'The addresses to invite, each with an optional role. Duplicates are ignored, regardless of case.',
    },
  ),
  role: Type.Optional(
    Type.Union(RoleOrGuestSchema.anyOf, {
      description:
        'The role for addresses without their own role. Null makes people guests. Defaults to the default role of the organization.',
    }),
  ),
  sso: Type.Optional(
    Type.Boolean({
      description: 'Whether these people sign in with the organization’s single sign-on.',
    }),
  ),
});

export const InvitedUsersSchema = Type.Object(
  {
    users: Type.Array(Id, { description: 'The user ids, in the order of `emails`.' }),
    invited: Type.Integer({ minimum: 0, description: 'The number of people who were not members before.' }),
    failedSSOEmails: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Addresses of people who also belong to another organization. They are invited, but `sso` does not apply to them.',
      }),
    ),
    known: Type.Optional(
      Type.Array(
        Type.Object({
          email: Type.String(),
          outcome: Type.Enum(['renewed', 'mailed-just-now', 'already-joined']),
        }),
        {
          description:
            'Addresses of people who were invited or members before. `renewed`: the invitation was renewed. `mailed-just-now`: an email was sent within the last minute, so nothing changed. `already-joined`: a member, so nothing changed.',
        },
      ),
    ),
    invitations: Type.Optional(
      Type.Array(Type.Object({ user: Id, email: Type.String(), url: Url, expiresAt: Timestamp }), {
        description:
          'The links to pass on, if this instance does not send email. Keep them secret: anyone who has a link can accept the invitation.',
      }),
    ),
  },
  { $id: 'InvitedUsers' },
);

export const InvitationSchema = Type.Object(
  {
    object: Type.Literal('invitation'),
    user: Id,
    expiresAt: Timestamp,
    mailedTo: Type.Optional(Type.String({ description: 'The address to which the link was mailed.' })),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'The link to pass on, if this instance does not send email. Keep it secret.',
      }),
    ),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'Invitation' },
);

export const PendingInvitationSchema = Type.Object(
  {
    object: Type.Literal('pending-invitation'),
    user: Id,
    email: Type.String({ description: 'The invited address.' }),
    role: Type.Union(RoleOrGuestSchema.anyOf, { description: 'The role that the invitation gives.' }),
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'The time at which the link expires. Absent if there is no link anymore; renew the invitation.',
      }),
    ),
  },
  { $id: 'PendingInvitation' },
);

export const ListInvitationsQuery = Type.Object(ListQuery);

export const AcceptInvitationBody = Type.Object({
  password: Type.Optional(
    Type.String({
      description: 'The first password of an account that the invitation created. 10 to 1024 characters.',
    }),
  ),
  displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});

export const AcceptedInvitationSchema = Type.Object(
  { organization: Id, user: Id },
  { $id: 'AcceptedInvitation' },
);
