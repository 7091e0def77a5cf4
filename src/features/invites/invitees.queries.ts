import { sql } from 'kysely';

/** A condition on a row `u` of `user_account`. */
export const isUnclaimed = sql<boolean>`(
  u.is_unclaimed and u.password_hash is null and u.email_verified_at is null
  and not exists (select 1 from user_token t where t.user_id = u.user_id)
  and not exists (select 1 from saml_identity i where i.user_id = u.user_id))`;
