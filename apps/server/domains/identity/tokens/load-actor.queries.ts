import { isId } from '@lectern/std/ids';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, SCOPES, type Scope } from '../../../platform/access/actor.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import { MAX_IDLE_HOURS } from '../../../platform/access/session-lifetime.ts';
import { digestToken, isSessionSecret } from '../../../platform/access/token.ts';
import type { DB } from '../../../platform/db/schema.ts';

interface ActorRow {
  token_id: string;
  user_id: string | null;
  organization_id: string | null;
  only_in: string | null;
  is_of_browser: boolean | null;
  is_instance_administrator: boolean | null;
  suspended_for: string | null;
  /** Null for the token of a service account, which `findServiceToken` reads. */
  scopes: Scope[] | null;
  expires_at: Date | null;
}

interface ServiceToken {
  role: RoleOrGuest;
  scopes: Scope[];
  expires_at: Date | null;
}

const TOKEN_FACTS = sql`
  d.token_id, d.user_id, d.organization_id, u.organization_id as only_in, u.is_of_browser, u.scopes, u.expires_at,
  a.is_instance_administrator, (
    select coalesce(g.suspension_reason, '') from organization g
    where g.organization_id = d.organization_id and g.suspended_at is not null) as suspended_for`;
const TOKEN_TABLES = sql`
  left join user_token u on u.user_id = d.user_id and u.token_id = d.token_id`;
/** The account of the user whom the caller acts as; a service account has none. */
const accountOf = (userId: RawBuilder<unknown>) => sql`left join user_account a on a.user_id = ${userId}`;
/** Nobody acts as a blocked user. */
const isNotBlocked = sql`a.blocked_at is null`;
/** An actor of one organization alone is invalid once that organization is deleted. */
const isOfDeleted = (...organizations: string[]) => sql`exists (
  select 1 from organization g
  where g.organization_id in (${sql.join(organizations.map((name) => sql.ref(name)))}) and g.deleted_at is not null)`;

/**
 * Finds the actor by its token or session secret, which is hashed once, when it is first seen. An expired actor is
 * returned as well.
 */
export async function loadActor(db: Kysely<DB>, secret: string): Promise<Actor | undefined> {
  const isNamed = (table: string) => sql`${sql.ref(`${table}.digest`)} = ${digestToken(secret)}`;
  return isSessionSecret(secret) ? loadSessionActor(db, isNamed('s')) : loadTokenActor(db, isNamed('d'));
}

export async function loadActorById(db: Kysely<DB>, id: string): Promise<Actor | undefined> {
  if (!isId(id)) return undefined;
  return (
    (await loadSessionActor(db, sql`s.session_id = ${id}`)) ??
    (await loadTokenActor(db, sql`d.token_id = ${id}`))
  );
}

async function loadTokenActor(db: Kysely<DB>, isNamed: RawBuilder<unknown>): Promise<Actor | undefined> {
  const { rows } = await sql<ActorRow>`
    select ${TOKEN_FACTS} from token_directory d ${TOKEN_TABLES} ${accountOf(sql`d.user_id`)}
    where ${isNamed} and (u.token_id is not null or d.organization_id is not null) and ${isNotBlocked}
      and not ${isOfDeleted('d.organization_id', 'u.organization_id')}`.execute(db);
  return rows[0] && toTokenActor(db, rows[0]);
}

/**
 * What a service account may do. Its organization is known by now: a statement that finds both at once would ask all
 * machines of a distributed database.
 */
async function findServiceToken(
  db: Kysely<DB>,
  { organizationId, tokenId }: { organizationId: string; tokenId: string },
): Promise<ServiceToken | undefined> {
  const { rows } = await sql<ServiceToken>`
    select role, scopes, expires_at from organization_token
    where organization_id = ${organizationId} and token_id = ${tokenId}`.execute(db);
  return rows[0];
}

/**
 * A session that a token opened has the rights of the token, for as long as the token is valid. It expires when it is
 * no longer used; the access hook reloads an expired one, since it may have been used after it was loaded.
 */
async function loadSessionActor(db: Kysely<DB>, isNamed: RawBuilder<unknown>): Promise<Actor | undefined> {
  const { rows } = await sql<{
    session_id: string;
    session_user: string | null;
    session_only_in: string | null;
    session_expires_at: Date;
  }>`
    select s.session_id, s.user_id as session_user, s.organization_id as session_only_in,
      least(s.expires_at, coalesce(s.last_used_at, s.created_at) + make_interval(hours => ${MAX_IDLE_HOURS}))
        as session_expires_at, ${TOKEN_FACTS}
    from user_session s
    left join token_directory d on d.token_id = s.token_id
    ${TOKEN_TABLES}
    ${accountOf(sql`coalesce(s.user_id, d.user_id)`)}
    where ${isNamed} and ${isNotBlocked}
      and not ${isOfDeleted('s.organization_id', 'd.organization_id', 'u.organization_id')}`.execute(db);
  const row = rows[0] as ((typeof rows)[0] & ActorRow) | undefined;
  if (!row) return undefined;
  const { session_id: sessionId, session_expires_at: sessionEnd } = row;
  if (row.session_user === null) {
    const actor = await toTokenActor(db, row);
    if (!actor) return undefined;
    const end = actor.expiresAt && actor.expiresAt < sessionEnd ? actor.expiresAt : sessionEnd;
    return { ...actor, sessionId, expiresAt: end };
  }
  return {
    kind: 'user',
    userId: row.session_user,
    tokenId: sessionId,
    sessionId,
    scopes: SCOPES,
    expiresAt: sessionEnd,
    ...(row.session_only_in ? { onlyIn: row.session_only_in } : {}),
    ...toInstanceRole(row, row.session_only_in),
  };
}

/** What an organization's single sign-on opened is limited to that organization. */
const toInstanceRole = (
  { is_instance_administrator: isAdministrator }: ActorRow,
  onlyIn: string | null,
): { isInstanceAdministrator?: true } =>
  isAdministrator && onlyIn === null ? { isInstanceAdministrator: true } : {};

async function toTokenActor(db: Kysely<DB>, row: ActorRow): Promise<Actor | undefined> {
  const { token_id: tokenId } = row;
  if (row.user_id) {
    const bounds = {
      ...(row.only_in ? { onlyIn: row.only_in } : {}),
      ...(row.is_of_browser ? { isOfBrowser: true as const } : {}),
      ...toInstanceRole(row, row.only_in),
    };
    return {
      kind: 'user',
      userId: row.user_id,
      tokenId,
      scopes: row.scopes as Scope[],
      expiresAt: row.expires_at,
      ...bounds,
    };
  }
  const organizationId = row.organization_id as string;
  const token = await findServiceToken(db, { organizationId, tokenId });
  return (
    token && {
      kind: 'service',
      organizationId,
      role: token.role,
      tokenId,
      scopes: token.scopes,
      expiresAt: token.expires_at,
      ...(row.suspended_for === null ? {} : { suspendedFor: row.suspended_for }),
    }
  );
}
