import { Type } from 'typebox';
import { ListQuery, RoleSchema, refTo } from '../../http/schemas.ts';
import { Order } from '../members/members.schemas.ts';
import { SpaceSchema } from '../spaces/spaces.schemas.ts';
import { TeamSchema } from '../teams/teams.schemas.ts';

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
