import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { type NewEvent, recordEvent } from '../../core/audit/record-event.ts';
import { recordForUser } from '../users/record-for-user.ts';
import type { TokenRow } from './tokens.queries.ts';

interface TokenChange {
  action: 'token.created' | 'token.updated' | 'token.revoked';
  row: TokenRow;
  /** The token before the change. */
  before?: TokenRow;
  at: Date;
}

/**
 * Records an event of a token in the audit: for a service account, in its organization; for a personal token, in every
 * organization of its user, or only in the one to which it is bound. If nothing changed, records nothing.
 */
export async function recordTokenEvent(
  trx: Transaction<DB>,
  cause: Cause,
  { action, row, before, at }: TokenChange,
): Promise<void> {
  const payload = payloadOf(action, row, before);
  if (!payload) return;
  const target = { type: 'token' as const, id: row.token_id, label: row.title };
  const event = { cause, action, target, payload, at };
  if ('user_id' in row) {
    const owner = { userId: row.user_id, onlyIn: row.organization_id ?? undefined };
    await recordForUser(trx, owner, { ...event, payload: { ...payload, user: row.user_id } });
  } else {
    await recordEvent(trx, { ...event, organizationId: row.organization_id });
  }
}

function payloadOf(
  action: TokenChange['action'],
  row: TokenRow,
  before: TokenRow | undefined,
): NewEvent['payload'] {
  if (action === 'token.created') return { after: factsOf(row) };
  if (action === 'token.revoked') return { before: factsOf(row) };
  const [old, now] = [factsOf(before ?? row), factsOf(row)];
  const changed = (Object.keys(now) as (keyof typeof now)[]).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  if (changed.length === 0) return undefined;
  const pick = (facts: typeof now) => Object.fromEntries(changed.map((name) => [name, facts[name]]));
  return { before: pick(old), after: pick(now) };
}

const factsOf = (row: TokenRow) => ({
  title: row.title,
  scopes: row.scopes,
  expiresAt: row.expires_at?.toISOString() ?? null,
  ...('role' in row ? { role: row.role } : {}),
});
