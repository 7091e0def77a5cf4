import { Type } from 'typebox';
import { ListQuery, RoleSchema } from '../../http/schemas.ts';
import { LONGEST_SEARCH, Order } from '../members/members.schemas.ts';

export const SpaceOfMemberSchema = Type.Object({ permission: RoleSchema, space: Type.Ref('Space') });

export const TeamOfMemberSchema = Type.Object({
  team: Type.Ref('Team'),
  member: Type.Object({ role: Type.Enum(['owner', 'member']) }),
});

export const ListSpacesOfMemberQuery = Type.Object({ ...ListQuery, order: Type.Optional(Order) });

export const ListTeamsOfMemberQuery = Type.Object({
  ...ListQuery,
  title: Type.Optional(
    Type.String({ maxLength: LONGEST_SEARCH, description: 'A part of the title; case does not count.' }),
  ),
});
