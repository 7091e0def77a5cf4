import { Type } from 'typebox';
import { Id, RoleOrGuestSchema, Timestamp, Url } from '../../http/schemas.ts';

export const OrganizationParams = Type.Object({ organizationId: Id });
export const InvitationParams = Type.Object({
  organizationId: Id,
  userId: Type.String({ description: 'The id of a member, or `me`.' }),
});
export const TicketParams = Type.Object({
  ticket: Type.String({ description: 'The last part of the link that invites.' }),
});

/** Longer than any address, so that what is wrong with it is said in words. */
const Address = Type.String({ maxLength: 1000 });

export const InviteUsersBody = Type.Object({
  emails: Type.Array(
    Type.Union([Address, Type.Object({ email: Address, role: Type.Optional(RoleOrGuestSchema) })]),
    { minItems: 1, maxItems: 1000, description: 'Each address once, whatever its case.' },
  ),
  role: Type.Optional(
    Type.Union(RoleOrGuestSchema.anyOf, {
      description: 'Of those for whom no other is named; absent: the default role of the organization.',
    }),
  ),
  sso: Type.Optional(
    Type.Boolean({ description: 'Whether they are to sign in by the single sign-on of the organization.' }),
  ),
});

export const InvitedUsersSchema = Type.Object(
  {
    users: Type.Array(Id, { description: 'In the order in which the addresses were given.' }),
    invited: Type.Integer({ minimum: 0, description: 'How many of them were no members before.' }),
    failedSSOEmails: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Who belongs to another organization too: they are invited, but to sign in by themselves.',
      }),
    ),
    invitations: Type.Optional(
      Type.Array(Type.Object({ user: Id, email: Type.String(), url: Url, expiresAt: Timestamp }), {
        description: 'Links to hand over, where the instance sends no mail. Each is a secret.',
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
    mailedTo: Type.Optional(Type.String({ description: 'The address that the link was mailed to.' })),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'The link to hand over, where the instance sends no mail. It is a secret.',
      }),
    ),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'Invitation' },
);

export const AcceptInvitationBody = Type.Object({
  password: Type.Optional(
    Type.String({ description: 'The first password of an account that the invitation made.' }),
  ),
  displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});

export const AcceptedInvitationSchema = Type.Object(
  { organization: Id, user: Id },
  { $id: 'AcceptedInvitation' },
);
