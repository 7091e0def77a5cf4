import { type RawBuilder, sql } from 'kysely';

/**
 * A condition on a row `u` of `user_account`: an invitation created the account, and nobody has ever used it. A single
 * sign-on claims the account.
 */
export const isUnclaimed = sql<boolean>`(
  u.is_unclaimed and u.password_hash is null and u.email_verified_at is null
  and not exists (select 1 from user_token t where t.user_id = u.user_id))`;

/** A condition on a row `m` of `member` and its account `u`: the invitation has not been accepted. */
export const isPending = sql<boolean>`(m.disabled or ${isUnclaimed})`;

/** Derives a name from a folded address, like `displayNameFromEmail`. */
export const nameInEmail = (email: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`left(regexp_replace(${email}, '(.)@[^@]*$', '\\1'), 64)`;

/**
 * The name, address and photo of a member `m` with the account `u`, for the organization. Until the invitation is
 * accepted, they come only from the address: they reveal neither whether there is an account, nor whose it is.
 */
export const shownName = sql<string>`case when ${isPending} then ${nameInEmail(sql`m.email_folded`)} else u.display_name end`;
export const shownEmail = sql<string>`case when ${isPending} then m.email_folded else u.email end`;
export const shownPhoto = sql<string | null>`case when ${isPending} then null else u.photo_url end`;
