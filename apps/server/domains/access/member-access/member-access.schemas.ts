import { Type } from 'typebox';
import { ListQuery, RoleSchema, refTo } from '../../../platform/http/schemas.ts';
import { SpaceSchema } from '../../content/spaces/spaces.schemas.ts';
import { Order } from '../../identity/members/members.schemas.ts';
import { TeamSchema } from '../../identity/teams/teams.schemas.ts';

export const SpaceOfMemberSchema = Type.Object({ permission: RoleSchema, space: refTo(SpaceSchema) });

export const TeamOfMemberSchema = Type.Object({
  team: refTo(TeamSchema),
  member: Type.Object({ role: Type.Enum(['owner', 'member']) }),
});

export const ListSpacesOfMemberQuery = Type.Object({ ...ListQuery, order: Type.Optional(Order) });

export const ListTeamsOfMemberQuery = Type.Object({
  ...ListQuery,
  title: Type.Optional(
    Type.String({ description: 'Only teams whose title contains this text, ignoring case.' }),
  ),
});
