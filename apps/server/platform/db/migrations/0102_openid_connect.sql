-- OpenID Connect. What providers of both protocols share stays in the tables of the first one: during an upgrade,
-- processes of both versions use them.
alter table saml_provider add column protocol text not null default 'saml'; -- saml, oidc
-- The role that the groups of the person gave when they last signed in; null: none.
alter table saml_identity add column given_role text;

create table oidc_provider (
  organization_id uuid,
  provider_id uuid,
  issuer text not null,
  client_id text not null,
  client_secret bytea, -- sealed; null: a public client
  scopes text[] not null,
  groups_claim text,
  email_domains text[] not null, -- none: any
  group_teams jsonb not null, -- [{group, teamId}]
  group_roles jsonb not null, -- [{group, role}]
  ends_provider_session boolean not null,
  primary key (organization_id, provider_id),
  foreign key (organization_id, provider_id) references saml_provider on delete cascade
);

-- Places in teams that a provider's groups gave. It takes back no others.
create table provider_team_member (
  organization_id uuid,
  provider_id uuid,
  team_id uuid,
  user_id uuid,
  primary key (organization_id, provider_id, user_id, team_id),
  foreign key (organization_id, provider_id) references saml_provider on delete cascade,
  foreign key (organization_id, team_id, user_id) references team_member on delete cascade
);
create index provider_team_member_by_team on provider_team_member (organization_id, team_id, user_id);

-- What a provider calls the sessions that it opened. The provider is `organization/provider` or `instance/name`.
create table oidc_session (
  session_id uuid primary key references user_session (session_id) on delete cascade,
  provider text collate "C" not null,
  subject text collate "C" not null,
  sid text collate "C",
  id_token bytea -- sealed; null: is not needed to sign out
);
create index oidc_session_by_subject on oidc_session (provider, subject);
create index oidc_session_by_sid on oidc_session (provider, sid) where (sid is not null);

-- Steps of sign-ins and logout tokens that were used: none counts twice.
create table oidc_use (
  provider text collate "C",
  use_id text collate "C",
  expires_at timestamptz not null,
  primary key (provider, use_id)
);
create index oidc_use_expired on oidc_use (expires_at);

-- Whom the name of a provider of the instance means.
create table instance_identity (
  issuer text collate "C",
  subject text collate "C",
  user_id uuid not null references user_account on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index instance_identity_by_user on instance_identity (user_id);
