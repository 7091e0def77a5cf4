-- People and access: teams, permissions of teams, passwords and sessions, invitations, single sign-on, audit.

-- Of a deleted user the row stays, without a name or an address, as the author of what they wrote.
alter table user_account
  alter column email drop not null,
  alter column email_folded drop not null,
  add column name_folded text collate "C" not null default '', -- '': to be folded by the service at its start
  add column password_hash text, -- null: no password was ever set
  add column password_changed_at timestamptz,
  add column deleted_at timestamptz,
  add column is_unclaimed boolean not null default false, -- made by an invitation, and nobody has set a password yet
  add constraint user_account_email_known check ((email is null) = (deleted_at is not null));
create index user_account_unfolded on user_account (user_id) where name_folded = '' and deleted_at is null;

-- A member's name and address are those of the user, so that a list of one organization asks one table.
alter table member
  add column name_folded text collate "C" not null default '',
  add column email_folded text collate "C" not null default '',
  add column is_invited boolean not null default false; -- an administrator named the address: no link or domain let them in
update member set email_folded = u.email_folded from user_account u where u.user_id = member.user_id;
create index member_by_joined on member (organization_id, joined_at, user_id);
create index member_by_role on member (organization_id, role, joined_at, user_id);
create index member_by_seen on member (organization_id, last_seen_at, user_id) where last_seen_at is not null;
create index member_by_name on member (organization_id, name_folded, user_id);

-- How high the role stands, for what is asked of many members at once: 0 for guests, 6 for administrators; null: has not
-- accepted the invitation.
alter table member add column rank smallint generated always as (
  case when not disabled
    then coalesce(array_position(array['read', 'comment', 'edit', 'review', 'create', 'admin'], role), 0)::smallint
  end) stored;
create index member_by_rank on member (organization_id, rank, user_id);
create index member_with_rank on member (organization_id, user_id, rank);

alter table organization
  add column deleted_at timestamptz, -- gone for everybody; a job takes it away
  add column visitor_claims jsonb, -- what the claims of a member say; null: no claims are made
  add column visitor_key bytea; -- sealed: what the claims are signed with

create table team (
  organization_id uuid not null references organization on delete cascade,
  team_id uuid not null,
  title text not null,
  title_folded text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, team_id)
);
create index team_by_title on team (organization_id, title_folded, team_id);

-- Who leaves the organization is in none of its teams.
create table team_member (
  organization_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  role text not null, -- owner, member
  joined_at timestamptz not null,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references team on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index team_member_by_user on team_member (organization_id, user_id, team_id);
create index team_member_by_joined on team_member (organization_id, team_id, joined_at, user_id);

create table space_team_grant (
  organization_id uuid not null,
  space_id uuid not null,
  team_id uuid not null,
  role text not null,
  primary key (organization_id, space_id, team_id),
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, team_id) references team on delete cascade
);
create index space_team_grant_by_team on space_team_grant (organization_id, team_id);

create table collection_team_grant (
  organization_id uuid not null,
  collection_id uuid not null,
  team_id uuid not null,
  role text not null,
  primary key (organization_id, collection_id, team_id),
  foreign key (organization_id, collection_id) references collection on delete cascade,
  foreign key (organization_id, team_id) references team on delete cascade
);
create index collection_team_grant_by_team on collection_team_grant (organization_id, team_id);

-- A personal token made in a session of an organization's single sign-on acts in that organization only.
alter table user_token add column organization_id uuid references organization on delete cascade;
-- One that was made in a browser says no more than a password: it does nothing where a single sign-on is the only way in.
alter table user_token add column is_of_browser boolean not null default false;

-- A browser that signed in. Its secret is kept as the SHA-256 digest of its text, as a token's is.
create table user_session (
  digest bytea primary key,
  session_id uuid not null unique,
  user_id uuid references user_account on delete cascade,
  token_id uuid references token_directory (token_id) on delete cascade, -- opened with this token: may what it may
  organization_id uuid references organization on delete cascade, -- acts in this organization only
  method text not null, -- password, token, saml
  address text,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  check ((user_id is null) <> (token_id is null))
);
create index user_session_by_user on user_session (user_id, session_id);
create index user_session_by_token on user_session (token_id);
create index user_session_by_organization on user_session (organization_id, user_id);

-- What a link in a mail, or one that an administrator hands over, allows once. Its secret is derived from the id.
create table user_ticket (
  ticket_id uuid primary key,
  user_id uuid not null references user_account on delete cascade,
  purpose text not null, -- invitation, password, email
  organization_id uuid references organization on delete cascade, -- that invites
  email text, -- the address that it proves
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index user_ticket_by_user on user_ticket (user_id, purpose);

-- The second factor.
create table user_totp (
  user_id uuid primary key references user_account on delete cascade,
  secret bytea not null, -- sealed
  confirmed_at timestamptz, -- null: not asked for yet
  last_step bigint not null default 0 -- no code counts twice
);
create table user_recovery_code (
  user_id uuid not null references user_account on delete cascade,
  digest bytea not null,
  primary key (user_id, digest)
);

-- Links that invite whoever has them: to the organization, or to one space or collection as a guest.
create table organization_invite (
  organization_id uuid not null references organization on delete cascade,
  invite_id uuid not null,
  space_id uuid,
  collection_id uuid,
  role text, -- in the organization, or on the space or collection; null: a guest
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (organization_id, invite_id),
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, collection_id) references collection on delete cascade,
  check (space_id is null or collection_id is null)
);

-- The email domains that an organization lists, and which of them it proved to be its own.
create table organization_domain (
  organization_id uuid not null references organization on delete cascade,
  domain text collate "C" not null,
  challenge text not null, -- what the domain's TXT record must say
  verified_at timestamptz, -- null: not proven, or not any more
  checked_at timestamptz,
  failed_checks int not null default 0, -- how often in a row the record of a proven domain was not there
  primary key (organization_id, domain)
);
create index organization_domain_by_domain on organization_domain (domain) where verified_at is not null;
create index organization_domain_proven on organization_domain (checked_at) where verified_at is not null;
insert into organization_domain (organization_id, domain, challenge)
  select organization_id, domain, replace(gen_random_uuid()::text, '-', '') from organization, unnest(email_domains) domain
  on conflict do nothing;

create table saml_provider (
  organization_id uuid not null references organization on delete cascade,
  provider_id uuid not null,
  label text not null,
  entity_id text,
  certificate text,
  sso_url text,
  default_team_id uuid,
  default_role text, -- null: a guest
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, provider_id),
  foreign key (organization_id, default_team_id) references team on delete set null (default_team_id)
);

-- Whom a provider's name for somebody means.
create table saml_identity (
  organization_id uuid not null,
  provider_id uuid not null,
  name_id text collate "C" not null,
  user_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (organization_id, provider_id, name_id),
  foreign key (organization_id, provider_id) references saml_provider on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index saml_identity_by_user on saml_identity (organization_id, user_id);

-- What was asked of a provider, until the browser that asked is signed in.
create table saml_request (
  organization_id uuid not null,
  provider_id uuid not null,
  request_id text collate "C" not null,
  browser bytea not null, -- digest of the cookie of the browser that asked
  return_path text not null,
  ticket bytea, -- digest of what the browser goes on with; null: not answered yet
  answer jsonb, -- who it is, as the provider says
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, provider_id, request_id),
  foreign key (organization_id, provider_id) references saml_provider on delete cascade
);
create index saml_request_expired on saml_request (expires_at);

-- Assertions that were used: none counts twice.
create table saml_assertion (
  organization_id uuid not null,
  provider_id uuid not null,
  assertion_id text collate "C" not null,
  expires_at timestamptz not null,
  primary key (organization_id, provider_id, assertion_id),
  foreign key (organization_id, provider_id) references saml_provider on delete cascade
);
create index saml_assertion_expired on saml_assertion (expires_at);

-- Who changed what about people and access. Names are as they were when it happened.
create table audit_event (
  organization_id uuid not null references organization on delete cascade,
  event_id uuid not null,
  occurred_at timestamptz not null,
  action text not null,
  actor_type text not null, -- user, service, system
  actor_id text not null,
  actor_label text,
  source text not null, -- api, ui, script
  address text,
  target_type text not null,
  target_id text not null,
  target_label text,
  payload jsonb not null, -- { before?, after?, … }, without secrets
  primary key (organization_id, event_id)
);
create index audit_event_by_time on audit_event (organization_id, occurred_at, event_id);
create index audit_event_by_action on audit_event (organization_id, action, occurred_at, event_id);
create index audit_event_by_actor on audit_event (organization_id, actor_id, occurred_at, event_id);
create index audit_event_by_actor_action on audit_event (organization_id, actor_id, action, occurred_at, event_id);
-- Much may be about one target: what of it somebody did is read from here alone.
create index audit_event_by_target on audit_event (organization_id, target_id, occurred_at, event_id)
  include (actor_id, action);
-- Events that name somebody beside their target: what a deleted user was called goes from these too.
create index audit_event_by_named_user on audit_event (organization_id, (payload -> 'user' ->> 'id'))
  where payload -> 'user' ->> 'id' is not null;
