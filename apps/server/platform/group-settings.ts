import { isId } from '@lectern/std/ids';
import { Type } from 'typebox';

/** What the members of a group get in an organization. */
export interface InstanceGroup {
  /** The name of the group; of a directory, its distinguished name. */
  group: string;
  organizationId: string;
  role?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin';
  teamId?: string;
}

/** What a file says of groups, the same for directories and providers. */
export const groupsSchema = (group: { pattern?: string } = {}) =>
  Type.Array(
    Type.Object(
      {
        group: Type.String({ minLength: 1, maxLength: 1000, ...group }),
        organization: Type.String(),
        role: Type.Optional(Type.Enum(['read', 'comment', 'edit', 'review', 'create', 'admin'])),
        team: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
    { maxItems: 200 },
  );

export const readGroups = (
  groups: Type.Static<ReturnType<typeof groupsSchema>>,
  problems: string[],
): InstanceGroup[] =>
  groups.map(({ group, organization, role, team }) => {
    if (!isId(organization) || (team !== undefined && !isId(team)))
      problems.push(`names an organization or a team of “${group}” that is not an id.`);
    if (role === undefined && team === undefined)
      problems.push(`gives the group “${group}” neither a role nor a team.`);
    return {
      group,
      organizationId: organization,
      ...(role === undefined ? {} : { role }),
      ...(team === undefined ? {} : { teamId: team }),
    };
  });
