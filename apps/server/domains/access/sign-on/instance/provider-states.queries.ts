import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';

export interface ProviderState {
  name: string;
  /** The reason of the last refusal for which the provider or its settings are the cause. */
  problem: { reason: string; at: Date } | undefined;
  lastUsedAt: Date | undefined;
}

/** What is known of providers of the instance. People are known by the issuer. */
export async function listProviderStates(
  db: Database,
  providers: readonly { name: string; issuer: string }[],
): Promise<ProviderState[]> {
  const { rows } = await sql<{ name: string; reason: string | null; at: Date | null; usedAt: Date | null }>`
    select wanted.name, p.reason, p.occurred_at as at,
      (select max(last_used_at) from instance_identity i where i.issuer = wanted.issuer) as "usedAt"
    from unnest(${providers.map(({ name }) => name)}::text[], ${providers.map(({ issuer }) => issuer)}::text[])
      as wanted(name, issuer)
    left join instance_provider_problem p on p.name = wanted.name`.execute(db);
  return rows.map(({ name, reason, at, usedAt }) => ({
    name,
    problem: reason !== null && at !== null ? { reason, at } : undefined,
    lastUsedAt: usedAt ?? undefined,
  }));
}

/** Replaces the problem before. */
export async function putProviderProblem(
  db: Kysely<DB>,
  { name, reason, at }: { name: string; reason: string; at: Date },
): Promise<void> {
  await db
    .insertInto('instance_provider_problem')
    .values({ name, reason, occurred_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ reason, occurred_at: at }))
    .execute();
}

/** The titles of organizations and teams; those that are gone are missing. */
export async function findTitles(
  db: Database,
  ids: { organizationIds: readonly string[]; teamIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select organization_id::text as id, title from organization
    where organization_id = any(${[...ids.organizationIds]}::uuid[]) and deleted_at is null
    union all
    select team_id::text, title from team
    where organization_id = any(${[...ids.organizationIds]}::uuid[]) and team_id = any(${[...ids.teamIds]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
