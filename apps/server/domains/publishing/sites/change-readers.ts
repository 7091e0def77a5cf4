/** Who reads a site: as requests say it, in the names of the public client and with our own field beside them. */
import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import {
  type ShownVisibility,
  type SiteVisibility,
  showVisibility,
} from '../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { assertGoodPassword, hashPassword } from '../../identity/accounts/passwords.ts';
import type { SiteRow } from './sites.queries.ts';
import { type ReaderColumns, replaceReaderTeams } from './sites.repository.ts';
import type { SiteReadersBody } from './sites.schemas.ts';
import type { SiteKey } from './structure.queries.ts';

type AskedReaders = Static<typeof SiteReadersBody>;

/** The fields of a request that say who reads a site. */
export interface AskedVisibility {
  visibility?: ShownVisibility | undefined;
  readers?: AskedReaders | null | undefined;
}

/** A choice that was checked as far as the database is not needed, with the password in its stored form. */
export interface ReadersChange extends AskedVisibility {
  passwordHash: string | undefined;
}

/** Checks what a request says about readers, and hashes the password: before the transaction, because that takes time. */
export async function prepareReaders({ visibility, readers }: AskedVisibility): Promise<ReadersChange> {
  if (readers && visibility !== undefined && visibility !== 'visitor-auth')
    throw invalidField('visibility', 'must be `visitor-auth`, or absent, together with `readers`');
  const password = readers?.kind === 'password' ? readers.password : undefined;
  if (password === undefined) return { visibility, readers, passwordHash: undefined };
  assertGoodPassword(password, '', 'readers.password');
  return { visibility, readers, passwordHash: await hashPassword(password) };
}

/**
 * The visibility of a site after the request. A client that writes back `visitor-auth`, which it read for a site of
 * members, changes nothing; what removes our own field without naming another visibility never opens the site.
 */
export function chooseVisibility(
  before: SiteVisibility,
  { visibility, readers }: AskedVisibility,
): SiteVisibility {
  if (readers) return readers.kind;
  const shown = showVisibility(before);
  if (readers === null) return visibility ?? shown;
  return visibility === undefined || visibility === shown ? before : visibility;
}

/** The columns of a site that decide who reads it, after the request; undefined if they stay as they are. */
export function toReaderColumns(
  before: Pick<SiteRow, 'visibility'>,
  { passwordHash, ...asked }: ReadersChange,
  at: Date,
): ReaderColumns | undefined {
  const visibility = chooseVisibility(before.visibility, asked);
  if (visibility !== 'password')
    return { visibility, password_hash: null, password_changed_at: null, endsVisits: false };
  // Who knew the earlier password must enter the new one.
  if (passwordHash !== undefined)
    return { visibility, password_hash: passwordHash, password_changed_at: at, endsVisits: true };
  if (before.visibility !== 'password')
    throw invalidField('readers.password', 'is required: the site has none yet');
  return undefined;
}

/** Stores the teams of a site for teams, and forgets them for every other. */
export async function storeReaderTeams(
  { trx }: Pick<UnitOfWork, 'trx'>,
  key: SiteKey,
  { readers, visibility }: { readers: AskedVisibility['readers']; visibility: SiteVisibility },
): Promise<void> {
  if (readers?.kind !== 'teams') {
    if (visibility !== 'teams') await replaceReaderTeams(trx, key, []);
    return;
  }
  const known = new Set(await replaceReaderTeams(trx, key, readers.teams.filter(isId)));
  const unknown = readers.teams.findIndex((teamId) => !known.has(teamId));
  if (unknown >= 0) throw invalidField(`readers.teams.${unknown}`, 'is not a team of the organization');
}
