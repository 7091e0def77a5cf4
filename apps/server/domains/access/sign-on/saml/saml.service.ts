import { isId, newId } from '@lectern/std/ids';
import { parseUrl } from '@lectern/std/parse-url';
import type { Static } from 'typebox';
import { organizationNotFound, roleAboveOwn } from '../../../../platform/access/access-errors.ts';
import type { Cause } from '../../../../platform/access/cause.ts';
import { isAbove, type RoleOrGuest } from '../../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import {
  type ApiError,
  defineError,
  defineNotFound,
  invalidField,
} from '../../../../platform/http/errors.ts';
import type { PageOfRows } from '../../../../platform/http/lists.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import { lockMembers } from '../../../identity/members/members.queries.ts';
import { findTeamRow, findTeamRows, type TeamReads } from '../../../identity/teams/teams.queries.ts';
import { deleteIdentities, endProviderSessions } from '../identities.repository.ts';
import type { ProviderKey } from '../providers.queries.ts';
import { findProviderRow, isActive, keyOf, type ProviderRow } from '../providers.queries.ts';
import { deleteProviderRow } from '../providers.repository.ts';
import { assertAllValid, CertificateProblem, readCertificates } from './certificates.ts';
import { changedSettings, describeSettings } from './provider-events.ts';
import type { ShownProvider } from './saml.present.ts';
import { providerLocation } from './saml.present.ts';
import {
  countProviders,
  findUsableProviderRows,
  insertProvider,
  listProviderRows,
  type ProviderSettings,
  updateProvider,
} from './saml.repository.ts';
import type { CreateSamlProviderBody, UpdateSamlProviderBody } from './saml.schemas.ts';

/** The sign-in page lists all of them. */
const MAX_PROVIDERS = 100;
const DEFAULT_LABEL = 'Single sign-on';
const MAX_CERTIFICATE_LENGTH = 10_000;

export const samlProviderNotFound = defineNotFound('saml-provider-not-found', 'SAML provider');
export const tooManySamlProviders = defineError(
  { status: 409, reason: 'too-many-saml-providers' },
  () => `An organization can have at most ${MAX_PROVIDERS} SAML providers. Delete one first.`,
);
const teamNotInOrganization = (): ApiError =>
  invalidField('defaultTeam', 'is not a team of this organization');
const noAddress = (): ApiError => invalidField('ssoURL', 'is not the address of a page');

/** The caller who changes providers, and the roles that they may grant. */
export interface Changer {
  cause: Cause;
  role: RoleOrGuest;
}

export async function listProviders(
  reads: TeamReads,
  list: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<ShownProvider, string>> {
  const page = await listProviderRows(reads.db, list);
  const teamIds = [...new Set(page.rows.flatMap((row) => row.default_team_id ?? []))];
  const teams = await findTeamRows(reads, { organizationId: list.organizationId, teamIds });
  const rows = page.rows.map((row) => ({
    row,
    team: teams.find(({ team_id: teamId }) => teamId === row.default_team_id),
  }));
  return { ...page, rows };
}

export async function getProvider(reads: TeamReads, key: ProviderKey): Promise<ShownProvider> {
  return show(reads, await getProviderRow(reads.db, key));
}

export async function getProviderRow(db: Context['db'], key: ProviderKey): Promise<ProviderRow> {
  const isWellFormed = isId(key.organizationId) && isId(key.providerId);
  const row = isWellFormed ? await findProviderRow(db, key) : undefined;
  if (row?.protocol !== 'saml') throw samlProviderNotFound();
  return row;
}

/** Returns the providers that an unauthenticated user can sign in with. Throws a 404 for an unknown organization. */
export async function getLogins(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  organizationId: string,
): Promise<ProviderRow[]> {
  if (!(await pointers.organizations.find(organizationId))) throw organizationNotFound();
  return findUsableProviderRows(db, organizationId);
}

export async function createProvider(
  { transact, clock, config, fields }: Context,
  { cause, role }: Changer,
  organizationId: string,
  body: Static<typeof CreateSamlProviderBody>,
): Promise<ShownProvider> {
  const key = { organizationId, providerId: newId() };
  const at = clock();
  const settings: ProviderSettings = {
    entity_id: null,
    certificate: null,
    sso_url: null,
    default_team_id: null,
    default_role: null,
    ...toSettings(body, { role, now: at, location: providerLocation(key, config.baseUrl) }),
    label: body.label,
  };
  return transact(async (unit) => {
    const { trx, announce } = unit;
    await lockMembers(trx, organizationId);
    if ((await countProviders(trx, organizationId)) >= MAX_PROVIDERS) throw tooManySamlProviders();
    await assertTeam({ db: trx, fields }, organizationId, settings.default_team_id);
    const row = await insertProvider(trx, key, settings, at);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'saml-provider.created',
      target: { type: 'saml-provider', id: row.provider_id, label: row.label },
      payload: { after: describeSettings(row) },
      at,
    });
    // Members may have to sign in by it from now on.
    if (isActive(row)) announce({ kind: 'organization', organizationId });
    return show({ db: trx, fields }, row);
  });
}

/** Absent fields stay as they are; null removes. */
export async function changeProvider(
  { transact, clock, config, fields }: Context,
  { cause, role }: Changer,
  key: ProviderKey,
  body: Static<typeof UpdateSamlProviderBody>,
): Promise<ShownProvider> {
  const at = clock();
  const location = providerLocation(key, config.baseUrl);
  return transact(async (unit) => {
    const { trx, announce } = unit;
    const { organizationId } = key;
    await lockMembers(trx, organizationId);
    const before = await getProviderRow(trx, key);
    const changes = toSettings(withoutSameCertificate(body, before), { role, now: at, location });
    if (changes.default_team_id !== before.default_team_id) {
      await assertTeam({ db: trx, fields }, organizationId, changes.default_team_id ?? null);
    }
    const changed = changedSettings(before, { ...before, ...changes });
    if (!changed) return show({ db: trx, fields }, before);
    const row = await updateProvider(trx, key, changes, at);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'saml-provider.updated',
      target: { type: 'saml-provider', id: row.provider_id, label: row.label },
      payload: changed,
      at,
    });
    const isOther = before.entity_id !== null && row.entity_id !== before.entity_id;
    if (isOther) await forgetPeople(unit, key);
    if (isOther || isActive(row) !== isActive(before)) announce({ kind: 'organization', organizationId });
    return show({ db: trx, fields }, row);
  });
}

/** Omits an unchanged certificate, which may have expired, so that a client can send all fields with one change. */
function withoutSameCertificate(
  { certificate, ...body }: Static<typeof UpdateSamlProviderBody>,
  before: ProviderRow,
): Static<typeof UpdateSamlProviderBody> {
  const isSame = certificate !== undefined && certificate?.trim() === before.certificate?.trim();
  return isSame || certificate === undefined ? body : { ...body, certificate };
}

/** Ends the sessions that it opened. Those who signed in by it stay members. */
export async function deleteProvider(
  { transact, clock }: Context,
  cause: Cause,
  key: ProviderKey,
): Promise<void> {
  await transact(async (unit) => {
    const { trx, announce } = unit;
    const { organizationId } = key;
    await lockMembers(trx, organizationId);
    const row = await getProviderRow(trx, key);
    await forgetPeople(unit, key);
    await deleteProviderRow(trx, key);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'saml-provider.deleted',
      target: { type: 'saml-provider', id: row.provider_id, label: row.label },
      payload: { before: describeSettings(row) },
      at: clock(),
    });
    announce({ kind: 'organization', organizationId });
  });
}

/** Another identity provider may call other people by the same names. */
async function forgetPeople({ trx }: UnitOfWork, key: ProviderKey): Promise<void> {
  await endProviderSessions(trx, key);
  await deleteIdentities(trx, key);
}

async function show(reads: TeamReads, row: ProviderRow): Promise<ShownProvider> {
  const { organizationId } = keyOf(row);
  const teamId = row.default_team_id;
  return { row, team: teamId === null ? undefined : await findTeamRow(reads, { organizationId, teamId }) };
}

async function assertTeam(reads: TeamReads, organizationId: string, teamId: string | null): Promise<void> {
  if (teamId === null) return;
  const team = isId(teamId) ? await findTeamRow(reads, { organizationId, teamId }) : undefined;
  if (!team) throw teamNotInOrganization();
}

/**
 * Maps a body to settings. The default that a provider shows for a missing setting counts as missing, so that a client
 * can send it back.
 */
function toSettings(
  body: Static<typeof UpdateSamlProviderBody>,
  { role, now, location }: { role: RoleOrGuest; now: Date; location: string },
): Partial<ProviderSettings> {
  const settings: Partial<ProviderSettings> = {};
  if (body.label !== undefined) settings.label = body.label ?? DEFAULT_LABEL;
  if (body.entityID !== undefined) settings.entity_id = body.entityID?.trim() || null;
  if (body.certificate !== undefined) {
    settings.certificate = body.certificate?.trim() ? toPem(body.certificate, now) : null;
  }
  if (body.ssoURL !== undefined) settings.sso_url = body.ssoURL === location ? null : body.ssoURL;
  if (settings.sso_url && !parseUrl(settings.sso_url)) throw noAddress();
  if (body.defaultTeam !== undefined) settings.default_team_id = body.defaultTeam;
  if (body.defaultRole !== undefined) {
    if (isAbove(body.defaultRole, role))
      throw roleAboveOwn('You cannot give a role above your own. Choose another defaultRole.');
    settings.default_role = body.defaultRole;
  }
  return settings;
}

function toPem(text: string, now: Date): string {
  try {
    const certificates = readCertificates(text);
    assertAllValid(certificates, now);
    const pem = certificates.map((certificate) => certificate.pem).join('');
    if (pem.length > MAX_CERTIFICATE_LENGTH) throw new CertificateProblem('is too long as PEM.');
    return pem;
  } catch (error) {
    if (error instanceof CertificateProblem) throw invalidField('certificate', error.message);
    throw error;
  }
}
