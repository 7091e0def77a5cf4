import { type RawBuilder, sql } from 'kysely';

/** The rows `r` that ask a user, or a team of the user, to review a change request `c`. */
const isOf = (organizationId: string, row: 'r' | 'v'): RawBuilder<unknown> => {
  const [organization, space, request] = ['organization_id', 'space_id', 'change_request_id'].map((column) =>
    sql.ref(`${row}.${column}`),
  );
  return sql`${organization} = ${organizationId} and ${space} = c.space_id and ${request} = c.change_request_id`;
};

/** Nobody reviews their own change request as a member of a team. */
const teamsOf = (
  organizationId: string,
  userId: string,
): RawBuilder<unknown> => sql`change_request_team_reviewer r
  join team_member own on own.organization_id = ${organizationId} and own.team_id = r.team_id
    and own.user_id = ${userId} and c.author_id <> own.user_id`;

/** Whether a user was asked to review a change request `c`. */
export const isAsked = (organizationId: string, userId: string): RawBuilder<boolean> => sql`(
  exists (select 1 from change_request_reviewer r where ${isOf(organizationId, 'r')} and r.user_id = ${userId})
  or exists (select 1 from ${teamsOf(organizationId, userId)} where ${isOf(organizationId, 'r')}))`;

/** A review of the current content since it was asked for by a row `r`. */
const answers = (organizationId: string): RawBuilder<unknown> =>
  sql`${isOf(organizationId, 'v')} and not v.is_outdated and v.created_at >= r.created_at`;

/** Whether a change request `c` waits for a user: nobody else in their team has reviewed it either, if the team was asked. */
export const isAwaited = (organizationId: string, userId: string): RawBuilder<boolean> => sql`(
  exists (select 1 from change_request_reviewer r
    where ${isOf(organizationId, 'r')} and r.user_id = ${userId} and not exists (
      select 1 from change_request_review v where ${answers(organizationId)} and v.reviewer_id = r.user_id))
  or exists (select 1 from ${teamsOf(organizationId, userId)}
    where ${isOf(organizationId, 'r')} and not exists (
      select 1 from change_request_review v
      join team_member m on m.organization_id = ${organizationId} and m.user_id = v.reviewer_id
      where ${answers(organizationId)} and m.team_id = r.team_id and v.reviewer_id <> c.author_id)))`;
