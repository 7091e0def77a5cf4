import { isId, newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import { roleAboveOwn } from '../../../../platform/access/access-errors.ts';
import type { Cause } from '../../../../platform/access/cause.ts';
import { isAbove, type RoleOrGuest } from '../../../../platform/access/roles.ts';
import { openSecret, sealSecret } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError, defineNotFound, invalidField } from '../../../../platform/http/errors.ts';
import type { PageOfRows } from '../../../../platform/http/lists.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import { lockMembers } from '../../../identity/members/members.queries.ts';
import { normalizeEmailDomain } from '../../../identity/organizations/email-domains.ts';
import { findTeamRows, type TeamReads } from '../../../identity/teams/teams.queries.ts';
import { deleteIdentities, endProviderSessions } from '../identities.repository.ts';
import { keyOf, type ProviderKey } from '../providers.queries.ts';
import { deleteProviderRow } from '../providers.repository.ts';
import { type ConnectedProvider, toProviderKey } from './connected-provider.ts';
import { DiscoveryProblem } from './discovery.ts';
import type { ShownOidcProvider } from './oidc.present.ts';
import {
  countOidcProviders,
  insertOidcProvider,
  listOidcRows,
  type OidcSettings,
  updateOidcProvider,
} from './oidc.repository.ts';
import type { CreateOidcProviderBody, UpdateOidcProviderBody } from './oidc.schemas.ts';
import type { OidcClients } from './oidc-clients.ts';
import { findOidcProviderRow, type OidcProviderRow } from './oidc-providers.queries.ts';

/** The sign-in page lists all of them. */
const MAX_PROVIDERS = 100;
const DEFAULT_SCOPES = ['email', 'profile'];

export const oidcProviderNotFound = defineNotFound('oidc-provider-not-found', 'OpenID Connect provider');
export const tooManyOidcProviders = defineError(
  { status: 409, reason: 'too-many-oidc-providers' },
  () => `An organization can have at most ${MAX_PROVIDERS} OpenID Connect providers. Delete one first.`,
);

/** The caller who changes providers, and the roles that they may grant. */
interface OidcChanger {
  cause: Cause;
  role: RoleOrGuest;
}

export async function listOidcProviders(
  reads: TeamReads,
  list: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<ShownOidcProvider, string>> {
  const page = await listOidcRows(reads.db, list);
  const teamIds = await findTeamIds(reads, list.organizationId, page.rows);
  return { ...page, rows: page.rows.map((row) => ({ row, teamIds })) };
}

export async function getOidcProvider(reads: TeamReads, key: ProviderKey): Promise<ShownOidcProvider> {
  const row = await getOidcProviderRow(reads.db, key);
  return { row, teamIds: await findTeamIds(reads, key.organizationId, [row]) };
}

export async function getOidcProviderRow(db: Context['db'], key: ProviderKey): Promise<OidcProviderRow> {
  const isWellFormed = isId(key.organizationId) && isId(key.providerId);
  const row = isWellFormed ? await findOidcProviderRow(db, key) : undefined;
  if (!row) throw oidcProviderNotFound();
  return row;
}

/** The provider as signing in uses it. */
export const connectedProviderOf = (
  { keyRing }: Pick<Context, 'keyRing'>,
  row: OidcProviderRow,
): ConnectedProvider => ({
  key: toProviderKey(keyOf(row)),
  label: row.label,
  ...connectionOf(keyRing, row),
  scopes: row.scopes,
  groupsClaim: row.groups_claim,
  emailDomains: row.email_domains,
  // It vouches for people in its own organization only.
  trustsEmail: true,
  endsProviderSession: row.ends_provider_session,
});

/** The issuer must answer with a configuration that can be used, so that a wrong setting is noticed at once. */
export async function createOidcProvider(
  context: Context,
  clients: OidcClients,
  { cause, role }: OidcChanger,
  { organizationId, body }: { organizationId: string; body: Static<typeof CreateOidcProviderBody> },
): Promise<ShownOidcProvider> {
  const { transact, clock, fields, keyRing } = context;
  const key = { organizationId, providerId: newId() };
  const settings: OidcSettings = {
    client_secret: null,
    scopes: DEFAULT_SCOPES,
    groups_claim: null,
    email_domains: [],
    group_teams: [],
    group_roles: [],
    ends_provider_session: false,
    default_team_id: null,
    default_role: null,
    ...toSettings(keyRing, body, role),
    label: body.label,
    issuer: body.issuer,
    client_id: body.clientId,
  };
  await assertUsable(clients, { ...connectionOf(keyRing, settings), key: toProviderKey(key) });
  const at = clock();
  return transact(async (unit) => {
    const { trx, announce } = unit;
    await lockMembers(trx, organizationId);
    if ((await countOidcProviders(trx, organizationId)) >= MAX_PROVIDERS) throw tooManyOidcProviders();
    await assertTeams({ db: trx, fields }, organizationId, settings);
    await insertOidcProvider(trx, key, settings, at);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'oidc-provider.created',
      target: { type: 'oidc-provider', id: key.providerId, label: settings.label },
      payload: { after: describeSettings(settings) },
      at,
    });
    // Members may have to sign in by it from now on.
    announce({ kind: 'organization', organizationId });
    return getOidcProvider({ db: trx, fields }, key);
  });
}

/** Absent fields stay as they are. Another issuer may call other people by the same names, so it knows nobody. */
export async function changeOidcProvider(
  context: Context,
  clients: OidcClients,
  { cause, role }: OidcChanger,
  { key, body }: { key: ProviderKey; body: Static<typeof UpdateOidcProviderBody> },
): Promise<ShownOidcProvider> {
  const { transact, clock, fields, db, keyRing } = context;
  const changes = toSettings(keyRing, body, role);
  const present = await getOidcProviderRow(db, key);
  const isOtherConnection = [body.issuer, body.clientId, body.clientSecret].some(
    (field) => field !== undefined,
  );
  // An administrator who cannot read the secret must not be able to have it sent elsewhere either.
  if (
    body.issuer !== undefined &&
    body.issuer !== present.issuer &&
    present.client_secret &&
    !body.clientSecret
  )
    throw invalidField('clientSecret', 'must be entered again, because the issuer is another one');
  if (isOtherConnection) {
    const connection = connectionOf(keyRing, { ...present, ...changes });
    await assertUsable(clients, { ...connection, key: toProviderKey(key) });
  }
  const at = clock();
  return transact(async ({ trx, announce }) => {
    const { organizationId } = key;
    await lockMembers(trx, organizationId);
    const before = settingsOf(await getOidcProviderRow(trx, key));
    const after = { ...before, ...changes };
    await assertTeams({ db: trx, fields }, organizationId, changes);
    const changed = changedSettings(before, after);
    if (changed) {
      await updateOidcProvider(trx, key, after, at);
      await recordEvent(trx, {
        organizationId,
        cause,
        action: 'oidc-provider.updated',
        target: { type: 'oidc-provider', id: key.providerId, label: after.label },
        payload: changed,
        at,
      });
    }
    if (before.issuer !== after.issuer) {
      await endProviderSessions(trx, key);
      await deleteIdentities(trx, key);
      announce({ kind: 'organization', organizationId });
    }
    return getOidcProvider({ db: trx, fields }, key);
  });
}

/** Ends the sessions that it opened. Those who signed in by it stay members. */
export async function deleteOidcProvider(
  { transact, clock }: Context,
  cause: Cause,
  key: ProviderKey,
): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const { organizationId } = key;
    await lockMembers(trx, organizationId);
    const row = await getOidcProviderRow(trx, key);
    await endProviderSessions(trx, key);
    await deleteIdentities(trx, key);
    await deleteProviderRow(trx, key);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'oidc-provider.deleted',
      target: { type: 'oidc-provider', id: row.provider_id, label: row.label },
      payload: { before: describeSettings(settingsOf(row)) },
      at: clock(),
    });
    announce({ kind: 'organization', organizationId });
  });
}

/** Asks the identity provider anew. Throws a 400 that says what is wrong. */
export async function testOidcProvider(
  context: Context,
  clients: OidcClients,
  key: ProviderKey,
): Promise<void> {
  const provider = connectedProviderOf(context, await getOidcProviderRow(context.db, key));
  await assertUsable(clients, provider);
}

type Connection = Pick<ConnectedProvider, 'issuer' | 'clientId' | 'clientSecret'>;

const connectionOf = (
  keyRing: Context['keyRing'],
  row: Pick<OidcSettings, 'issuer' | 'client_id' | 'client_secret'>,
): Connection => ({
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: row.client_secret === null ? undefined : openSecret(keyRing, row.client_secret),
});

async function assertUsable(clients: OidcClients, connection: Connection & { key: string }): Promise<void> {
  try {
    await clients.renew({
      ...connection,
      label: '',
      scopes: [],
      groupsClaim: null,
      emailDomains: [],
      trustsEmail: false,
      endsProviderSession: false,
    });
  } catch (error) {
    if (error instanceof DiscoveryProblem) throw invalidField('issuer', error.message);
    throw error;
  }
}

function toSettings(
  keyRing: Context['keyRing'],
  body: Static<typeof UpdateOidcProviderBody>,
  role: RoleOrGuest,
): Partial<OidcSettings> {
  const above = [body.defaultRole, ...(body.groupRoles ?? []).map((given) => given.role)];
  if (above.some((given) => given !== undefined && isAbove(given, role)))
    throw roleAboveOwn('You cannot give a role above your own. Choose another role.');
  const { clientSecret } = body;
  const settings = {
    label: body.label,
    issuer: body.issuer,
    client_id: body.clientId,
    client_secret: clientSecret ? sealSecret(keyRing, clientSecret) : clientSecret,
    scopes: body.scopes,
    groups_claim: body.groupsClaim,
    email_domains: body.emailDomains?.map((text, n) => {
      const domain = normalizeEmailDomain(text);
      if (domain === undefined) throw invalidField(`emailDomains.${n}`, 'is not a domain');
      return domain;
    }),
    default_team_id: body.defaultTeam,
    default_role: body.defaultRole,
    group_teams: body.groupTeams?.map(({ group, team }) => ({ group, teamId: team })),
    group_roles: body.groupRoles,
    ends_provider_session: body.endsProviderSession,
  };
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<OidcSettings>;
}

const settingsOf = (row: OidcProviderRow): OidcSettings => ({
  label: row.label,
  issuer: row.issuer,
  client_id: row.client_id,
  client_secret: row.client_secret,
  scopes: row.scopes,
  groups_claim: row.groups_claim,
  email_domains: row.email_domains,
  default_team_id: row.default_team_id,
  default_role: row.default_role,
  group_teams: row.group_teams,
  group_roles: row.group_roles,
  ends_provider_session: row.ends_provider_session,
});

/** The settings for the audit, which never has the client secret. */
const describeSettings = (row: OidcSettings): Record<string, unknown> => ({
  label: row.label,
  issuer: row.issuer,
  clientId: row.client_id,
  scopes: row.scopes,
  groupsClaim: row.groups_claim,
  emailDomains: row.email_domains,
  defaultTeam: row.default_team_id,
  defaultRole: row.default_role,
  groupTeams: row.group_teams,
  groupRoles: row.group_roles,
  endsProviderSession: row.ends_provider_session,
});

function changedSettings(
  before: OidcSettings,
  after: OidcSettings,
): { before: object; after: object; isNewClientSecret?: true } | undefined {
  const [old, present] = [describeSettings(before), describeSettings(after)];
  const names = Object.keys(old).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(present[name]),
  );
  const isNewSecret = before.client_secret !== after.client_secret;
  if (names.length === 0 && !isNewSecret) return undefined;
  const pick = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return {
    before: pick(old),
    after: pick(present),
    ...(isNewSecret ? { isNewClientSecret: true as const } : {}),
  };
}

async function assertTeams(
  reads: TeamReads,
  organizationId: string,
  { default_team_id: teamId, group_teams: groups = [] }: Partial<OidcSettings>,
): Promise<void> {
  const named = [
    ...(teamId ? [{ path: 'defaultTeam', teamId }] : []),
    ...groups.map((group, n) => ({ path: `groupTeams.${n}.team`, teamId: group.teamId })),
  ];
  const teamIds = [...new Set(named.map((name) => name.teamId).filter(isId))];
  const rows = teamIds.length > 0 ? await findTeamRows(reads, { organizationId, teamIds }) : [];
  const known = new Set(rows.map((row) => row.team_id));
  const unknown = named.find((name) => !known.has(name.teamId));
  if (unknown) throw invalidField(unknown.path, 'is not a team of this organization');
}

async function findTeamIds(
  reads: TeamReads,
  organizationId: string,
  rows: OidcProviderRow[],
): Promise<Set<string>> {
  const teamIds = [...new Set(rows.flatMap((row) => row.group_teams.map(({ teamId }) => teamId)))];
  if (teamIds.length === 0) return new Set();
  const teams = await findTeamRows(reads, { organizationId, teamIds });
  return new Set(teams.map((team) => team.team_id));
}
