import { Type } from 'typebox';
import { Id, ListQuery, Timestamp } from '../../../platform/http/schemas.ts';
import { CreateOrganizationBody } from '../../identity/organizations/organizations.schemas.ts';

export const InstanceOrganizationSchema = Type.Object(
  {
    object: Type.Literal('instance-organization'),
    id: Id,
    title: Type.String(),
    createdAt: Timestamp,
    lastSeenAt: Type.Optional(Timestamp),
    deletedAt: Type.Optional(Timestamp),
    restorableUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The time until which a deleted organization can be restored.',
      }),
    ),
    suspension: Type.Optional(
      Type.Object(
        { since: Timestamp, reason: Type.String() },
        { description: 'Set while the organization is suspended.' },
      ),
    ),
    members: Type.Integer({ minimum: 0 }),
    spaces: Type.Integer({ minimum: 0 }),
    sites: Type.Integer({ minimum: 0 }),
    administrators: Type.Array(Type.Object({ id: Id, displayName: Type.String(), email: Type.String() }), {
      description: 'The three administrators who joined first.',
    }),
  },
  { $id: 'InstanceOrganization' },
);

export const CreateInstanceOrganizationBody = Type.Object({
  title: CreateOrganizationBody.properties.title,
  administrator: { ...Id, description: 'The user who becomes its first administrator.' },
});

export const SuspendOrganizationBody = Type.Object({
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '\\S',
    description: 'Shown to the members of the organization.',
  }),
});

export const InstanceOrganizationParams = Type.Object({ organizationId: Id });

export const ListInstanceOrganizationsQuery = Type.Object({
  ...ListQuery,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a title.' })),
  deleted: Type.Optional(
    Type.Boolean({ description: 'Lists deleted organizations, which can be restored for seven days.' }),
  ),
});
