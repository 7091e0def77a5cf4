-- Passkeys of users (WebAuthn credentials), each made by one authenticator.
create table user_passkey (
  user_id uuid not null references user_account on delete cascade,
  passkey_id uuid primary key,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  title text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index user_passkey_by_user on user_passkey (user_id, passkey_id);

-- Challenges that were answered, until they expire anyway: none can be answered twice.
create table used_passkey_challenge (
  digest bytea primary key,
  expires_at timestamptz not null
);
create index used_passkey_challenge_by_end on used_passkey_challenge (expires_at);
