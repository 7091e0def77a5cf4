import { newId } from '@lectern/std/ids';
import { insertMember } from '../../apps/server/domains/identity/members/insert-members.queries.ts';
import type { Role } from '../../apps/server/platform/access/roles.ts';
import { digestToken, newSessionSecret } from '../../apps/server/platform/access/token.ts';
import type { TestApp } from '../app.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A member who has not accepted the invitation. */
export async function inviteMember(
  { context, organizationId }: TestApp,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await context.transact(async ({ trx, announce }) => {
    await insertMember(trx, { organizationId, userId, role, disabled: true, joinedAt: context.clock() });
    announce({ kind: 'member', organizationId, userId });
  });
}

/** Returns its id. */
export async function insertTeam({ context }: TestApp, organizationId: string): Promise<string> {
  const teamId = newId();
  const row = { organization_id: organizationId, team_id: teamId, created_at: context.clock() };
  await context.db
    .insertInto('team')
    .values({ ...row, title: `Team ${teamId}`, title_folded: `team ${teamId}` })
    .execute();
  return teamId;
}

export async function joinTeam(
  { context }: TestApp,
  member: { organizationId: string; teamId: string; userId: string; role: 'owner' | 'member' },
): Promise<void> {
  const { organizationId, teamId, userId, role } = member;
  await context.transact(async ({ trx, announce }) => {
    await trx
      .insertInto('team_member')
      .values({
        organization_id: organizationId,
        team_id: teamId,
        user_id: userId,
        role,
        joined_at: context.clock(),
      })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'team_id', 'user_id']).doUpdateSet({ role }),
      )
      .execute();
    announce({ kind: 'member', organizationId, userId });
  });
}

/** Grants a user or a team a role on a place in the URLs. */
export async function giveRole(
  { context }: TestApp,
  {
    organizationId,
    role,
    ...to
  }: { organizationId: string; role: Role } & ({ userId: string } | { teamId: string }) &
    ({ spaceId: string } | { collectionId: string } | { siteId: string }),
): Promise<void> {
  const [kind, placeId] =
    'spaceId' in to
      ? (['space', to.spaceId] as const)
      : 'siteId' in to
        ? (['site', to.siteId] as const)
        : (['collection', to.collectionId] as const);
  const whom = 'userId' in to ? ({ user_id: to.userId } as const) : { team_id: to.teamId };
  const table = `${kind}_${'userId' in to ? 'user' : 'team'}_grant` as const;
  await context.transact(async ({ trx, announce }) => {
    await trx
      .insertInto(table)
      .values({ organization_id: organizationId, role, [`${kind}_id`]: placeId, ...whom } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    announce(
      'userId' in to
        ? { kind: 'member', organizationId, userId: to.userId }
        : { kind: 'team', organizationId, teamId: to.teamId },
    );
  });
}

/** Inserts a browser session: a user's, in all of their organizations or in one, or one that a token opened. */
export async function insertSession(
  { context }: TestApp,
  by: { userId: string; organizationId?: string } | { token: string },
): Promise<{ secret: string; sessionId: string }> {
  const secret = newSessionSecret();
  const sessionId = newId();
  const now = context.clock();
  const whose =
    'token' in by
      ? { token_id: await findTokenId(context, by.token), method: 'token' as const }
      : { user_id: by.userId, organization_id: by.organizationId ?? null, method: 'password' as const };
  await context.db
    .insertInto('user_session')
    .values({
      digest: digestToken(secret),
      session_id: sessionId,
      ...whose,
      created_at: now,
      expires_at: new Date(now.getTime() + HOUR_MS),
    })
    .execute();
  return { secret, sessionId };
}

/** Returns what brings back the sessions that there are now. */
export async function keepSessions({ context: { db } }: TestApp): Promise<() => Promise<void>> {
  const rows = await db.selectFrom('user_session').selectAll().execute();
  return async () => {
    if (rows.length === 0) return;
    await db
      .insertInto('user_session')
      .values(rows)
      .onConflict((oc) => oc.doNothing())
      .execute();
  };
}

async function findTokenId({ db }: TestApp['context'], token: string): Promise<string> {
  const { token_id: tokenId } = await db
    .selectFrom('token_directory')
    .select('token_id')
    .where('digest', '=', digestToken(token))
    .executeTakeFirstOrThrow();
  return tokenId;
}

/** Also removes the tokens and sessions that lose their purpose. */
export async function removeFromOrganization(app: TestApp, userId: string): Promise<void> {
  const { organizationId } = app;
  await app.context.transact(async ({ trx, announce }) => {
    await trx
      .deleteFrom('member')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
    const rest = await trx.selectFrom('member').select('user_id').where('user_id', '=', userId).execute();
    if (rest.length === 0) await trx.deleteFrom('token_directory').where('user_id', '=', userId).execute();
    announce({ kind: 'user', userId });
  });
}
