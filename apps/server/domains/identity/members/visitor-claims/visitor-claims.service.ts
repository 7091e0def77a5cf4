import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Static } from 'typebox';
import { organizationNotFound } from '../../../../platform/access/access-errors.ts';
import type { Cause } from '../../../../platform/access/cause.ts';
import { seal, unseal } from '../../../../platform/access/keys.ts';
import { openSecret } from '../../../../platform/access/secrets.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import { lockMembers, type MemberKey } from '../members.queries.ts';
import {
  type Claim,
  findMemberFacts,
  findVisitorClaims,
  type MemberFacts,
  updateVisitorClaims,
  type VisitorClaims,
} from './visitor-claims.repository.ts';
import { CLAIMS, type PutVisitorClaimsBody } from './visitor-claims.schemas.ts';

/** How long a site may trust a visitor's token. */
const LIFETIME_SECONDS = 3600;
const KEY_BYTES = 32;

/** Empty: none are made. */
export async function getVisitorClaims(db: Context['db'], organizationId: string): Promise<Claim[]> {
  return (await findVisitorClaims(db, organizationId))?.claims ?? [];
}

/** Returns the key if it was generated here: it is shown only once. */
export async function putVisitorClaims(
  { transact, clock, keyRing }: Pick<Context, 'transact' | 'clock' | 'keyRing'>,
  cause: Cause,
  organizationId: string,
  body: Static<typeof PutVisitorClaimsBody>,
): Promise<{ claims: Claim[]; key?: string }> {
  const claims = CLAIMS.filter((claim) => body.claims.includes(claim));
  const keys = keyRing.keys('credentials');
  return transact(async (unit) => {
    const before = await lockVisitorClaims(unit, organizationId);
    const made =
      !before.key && body.key === undefined ? randomBytes(KEY_BYTES).toString('base64url') : undefined;
    const given = made ?? body.key;
    const isNewKey = given !== undefined && !(before.key && unseal(keys, before.key) === given);
    const key = isNewKey ? seal(keys[0] as Buffer, given) : before.key;
    if (isNewKey || String(before.claims) !== String(claims)) {
      await updateVisitorClaims(unit.trx, organizationId, { claims, key });
      await record(unit, cause, organizationId, { before, claims, isNewKey, at: clock() });
    }
    return { claims, ...(made === undefined ? {} : { key: made }) };
  });
}

/** Stops the creation of tokens and deletes the key. */
export async function deleteVisitorClaims(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  organizationId: string,
): Promise<void> {
  await transact(async (unit) => {
    const before = await lockVisitorClaims(unit, organizationId);
    if (!before.claims) return;
    await updateVisitorClaims(unit.trx, organizationId, { claims: null, key: null });
    await record(unit, cause, organizationId, { before, claims: null, isNewKey: false, at: clock() });
  });
}

async function lockVisitorClaims({ trx }: UnitOfWork, organizationId: string): Promise<VisitorClaims> {
  await lockMembers(trx, organizationId);
  const row = await findVisitorClaims(trx, organizationId);
  if (!row) throw organizationNotFound();
  return row;
}

async function record(
  { trx }: UnitOfWork,
  cause: Cause,
  organizationId: string,
  change: { before: VisitorClaims; claims: Claim[] | null; isNewKey: boolean; at: Date },
): Promise<void> {
  const { before, claims, isNewKey, at } = change;
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'organization.updated',
    target: { type: 'organization', id: organizationId, label: before.title },
    payload: {
      before: { visitorClaims: before.claims },
      after: { visitorClaims: claims },
      ...(isNewKey ? { isNewKey } : {}),
    },
    at,
  });
}

/** A JWT that identifies a member to sites; undefined if the organization does not use them. */
export async function signVisitorClaims(
  { db, clock, keyRing }: Pick<Context, 'db' | 'clock' | 'keyRing'>,
  member: MemberKey,
): Promise<string | undefined> {
  const { claims, key } = (await findVisitorClaims(db, member.organizationId)) ?? {};
  if (!claims || !key) return undefined;
  const facts = await findMemberFacts(db, member);
  if (!facts) return undefined;
  const now = Math.floor(clock().getTime() / 1000);
  return new SignJWT(chosenClaims(facts, claims))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(member.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(Buffer.from(openSecret(keyRing, key)));
}

function chosenClaims(facts: MemberFacts, claims: Claim[]): Record<string, unknown> {
  const { displayName, email, isEmailVerified, role, teams } = facts;
  const all: Record<Claim, object> = {
    email: email === null ? {} : { email, emailVerified: isEmailVerified },
    displayName: { displayName },
    role: { role },
    teams: { teams: teams.map(({ id }) => id) },
    teamTitles: { teamTitles: teams.map(({ title }) => title) },
  };
  return Object.assign({}, ...claims.map((claim) => all[claim]));
}
