-- The database of Lectern. A new database is made from this file; one from before it existed is brought here by the
-- files in earlier/, step by step. Both have the same schema, which a test compares.
--
-- Every primary key begins with organization_id so that the schema can be sharded by organization.
-- The *_directory tables (and user_account, which belongs to no organization) are the small tables
-- that lead from an id or a digest to the organization.
-- Identifiers are UUIDv7 made by the service. Text that is compared without case has a folded twin
-- under COLLATE "C": nothing depends on the database's locale.

create table user_account (
  user_id uuid primary key,
  email text,
  email_folded text collate "C",
  email_verified_at timestamptz,
  display_name text not null,
  photo_url text,
  created_at timestamptz not null,
  name_folded text collate "C" not null default '', -- '': to be folded by the service at its start
  password_hash text, -- null: no password was ever set
  password_changed_at timestamptz,
  deleted_at timestamptz,
  is_unclaimed boolean not null default false, -- made by an invitation, and nobody has set a password yet
  constraint user_account_email_unique unique (email_folded),
  constraint user_account_email_known check ((email is null) = (deleted_at is not null))
);
create index user_account_unfolded on user_account
  (user_id) where ((name_folded = ''::text) and (deleted_at is null));

create table organization (
  organization_id uuid primary key,
  title text not null,
  type text not null,
  use_case text,
  community_type text,
  email_domains text[] not null default '{}',
  hostname text,
  default_role text,
  default_content jsonb,
  logo_url text,
  sso boolean not null default false,
  ai boolean not null default false,
  invite_links boolean not null default false,
  merge_rules jsonb not null default '{"type": "none"}',
  created_at timestamptz not null,
  deleted_at timestamptz, -- gone for everybody; a job takes it away
  visitor_claims jsonb, -- what the claims of a member say; null: no claims are made
  visitor_key bytea -- sealed: what the claims are signed with
);

create table hostname_directory (
  hostname text collate "C",
  organization_id uuid not null references organization on delete cascade,
  constraint hostname_directory_hostname_unique primary key (hostname)
);

create table member (
  organization_id uuid references organization on delete cascade,
  user_id uuid references user_account on delete cascade,
  role text, -- null: a guest
  sso boolean not null default false,
  disabled boolean not null default false,
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  -- A member's name and address are those of the user, so that a list of one organization asks one table.
  name_folded text collate "C" not null default '',
  email_folded text collate "C" not null default '',
  is_invited boolean not null default false, -- an administrator named the address: no link or domain let them in
  -- How high the role stands, for what is asked of many members at once: 0 for guests, 6 for administrators; null: has not
  -- accepted the invitation.
  rank smallint generated always as (
    case
    when (not disabled) then (coalesce(array_position(array['read'::text, 'comment'::text, 'edit'::text, 'review'::text, 'create'::text, 'admin'::text], role), 0))::smallint
    else null::smallint end
  ) stored,
  primary key (organization_id, user_id)
);
create index member_by_user on member (user_id);
create index member_by_joined on member (organization_id, joined_at, user_id);
create index member_by_role on member (organization_id, role, joined_at, user_id);
create index member_by_seen on member (organization_id, last_seen_at, user_id) where (last_seen_at is not null);
create index member_by_name on member (organization_id, name_folded, user_id);
create index member_by_rank on member (organization_id, rank, user_id);
create index member_with_rank on member (organization_id, user_id, rank);

-- A token is kept as the SHA-256 digest of its text. The directory is read once per token and process.
create table token_directory (
  digest bytea primary key,
  token_id uuid not null,
  user_id uuid references user_account on delete cascade,
  organization_id uuid references organization on delete cascade,
  constraint token_directory_check check ((user_id is null) <> (organization_id is null)),
  unique (token_id)
);

create table user_token (
  user_id uuid references user_account on delete cascade,
  token_id uuid references token_directory(token_id) on delete cascade,
  title text not null,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  -- A personal token made in a session of an organization's single sign-on acts in that organization only.
  organization_id uuid references organization on delete cascade,
  -- One that was made in a browser says no more than a password: it does nothing where a single sign-on is the only way in.
  is_of_browser boolean not null default false,
  primary key (user_id, token_id)
);

-- An organization's token is a service account: it has a role of its own and is in no member list.
create table organization_token (
  organization_id uuid references organization on delete cascade,
  token_id uuid references token_directory(token_id) on delete cascade,
  title text not null,
  role text, -- null: a guest
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  created_by uuid references user_account on delete set null,
  primary key (organization_id, token_id)
);

create table space_directory (
  space_id uuid primary key,
  organization_id uuid not null references organization on delete cascade
);

create table document (
  organization_id uuid references organization on delete cascade,
  hash bytea,
  source bytea not null,
  touched_at timestamptz not null default now(),
  primary key (organization_id, hash)
);

-- What is computed from a document's source, by the version of the function that computed it.
create table document_facts (
  organization_id uuid,
  hash bytea,
  version integer,
  facts jsonb not null,
  sections jsonb not null,
  links jsonb not null,
  -- The blocks of a small document, so that showing them does not parse its source again; null: they were not stored.
  blocks bytea,
  -- The colored code, formulas and icons of a document, drawn before anybody asks for the page. Compressed; null with a
  -- version: there is nothing to draw.
  pieces bytea,
  pieces_version integer, -- of the function that drew them; null: not drawn
  primary key (organization_id, hash, version),
  foreign key (organization_id, hash) references document on delete cascade
);
alter table document_facts alter column blocks set storage external;
alter table document_facts alter column pieces set storage external;

create table tree_node (
  organization_id uuid references organization on delete cascade,
  hash bytea,
  node text not null,
  touched_at timestamptz not null default now(),
  primary key (organization_id, hash)
);

create table blob (
  organization_id uuid references organization on delete cascade,
  hash bytea,
  size bigint not null,
  content_type text not null,
  width integer,
  height integer,
  touched_at timestamptz not null default now(),
  primary key (organization_id, hash)
);

-- Jobs of the instance itself carry the nil UUID as organization.
create table job (
  organization_id uuid,
  job_id uuid,
  kind text not null,
  payload jsonb not null,
  concurrency_key text, -- jobs with the same key run one after the other
  run_at timestamptz not null,
  attempts integer not null default 0,
  worker_id integer, -- the process that runs it, alive while it holds the advisory lock of that number
  last_error text,
  created_at timestamptz not null,
  -- The processes that left the job behind, by their worker numbers, in place of how many there were: a process that only
  -- lost its connection takes its numbers out again.
  left_by integer[] not null default '{}',
  primary key (organization_id, job_id)
);
create index job_running on job (worker_id) where (worker_id is not null);
-- A claim asks of each due job whether an earlier one has its key. Without this, every claim read the whole queue once
-- for each due job: twelve seconds with ten thousand of them, as the first start of a release can leave.
create index job_by_key on job (concurrency_key, job_id) where (concurrency_key is not null);
-- A claim looks at the oldest due job of each kind and organization, so that a claim costs what the number of
-- organizations with waiting jobs asks for, however many jobs one of them has.
create index job_waiting on job (kind, organization_id, run_at, job_id) where (worker_id is null);
-- Finds the jobs whose time comes later than it could, because they were enqueued while the clock was ahead, without
-- reading the queue.
create index job_by_time on job (run_at);

create table collection_directory (
  collection_id uuid primary key,
  organization_id uuid not null references organization on delete cascade
);

-- Spaces and collections with the same parent share one order: by position, then by id. A place between two is their
-- mean, so that a move writes one row; when the digits grow too long the siblings are numbered anew.
create table collection (
  organization_id uuid references organization on delete cascade,
  collection_id uuid,
  title text not null,
  description text,
  parent_id uuid, -- null: at the top
  position numeric not null,
  default_level text, -- a role, 'inherit', or null: nobody by default
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, collection_id),
  constraint collection_in_collection foreign key (organization_id, parent_id) references collection
);
create index collection_by_parent on collection (organization_id, parent_id, "position");

create table space (
  organization_id uuid references organization on delete cascade,
  space_id uuid,
  title text not null,
  emoji text,
  icon_url text,
  language text,
  edit_mode text not null default 'live',
  default_level text, -- a role, 'inherit', or null: nobody by default
  merge_rules jsonb not null default '{"type": "inherit"}',
  parent_id uuid, -- the collection that holds it
  revision_id uuid not null, -- the current revision; moved by compare-and-set
  file_epoch integer not null default 0, -- part of every file capability; raising it revokes them all
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  position numeric not null,
  last_change_request integer not null default 0, -- the number that was given last
  change_requests integer not null default 0, -- counted again by each transaction that changes one
  change_requests_open integer not null default 0,
  change_requests_draft integer not null default 0,
  comments_open integer not null default 0,
  -- The revision whose documents were all drawn, and by which functions: what is asked before the documents are.
  drawn_revision_id uuid,
  drawn_version text collate "C",
  primary key (organization_id, space_id),
  constraint space_in_collection foreign key (organization_id, parent_id) references collection
);
create index space_deleted on space (deleted_at) where (deleted_at is not null);
create index space_by_parent on space (organization_id, parent_id, "position");

create table revision (
  organization_id uuid,
  space_id uuid,
  revision_id uuid,
  parents uuid[] not null,
  root bytea not null,
  type text not null,
  author_id uuid,
  message text,
  git jsonb, -- { oid, message, ref, url?, createdByService }
  created_at timestamptz not null,
  primary key (organization_id, space_id, revision_id),
  foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred
);
create index revision_by_time on revision (organization_id, space_id, created_at desc, revision_id desc);

-- What the last Git operations taught about a space's repository. The URL carries no credentials.
create table space_git (
  organization_id uuid,
  space_id uuid,
  git_id uuid not null,
  url text not null,
  repo_name text not null,
  provider text,
  web_url text,
  ref text not null,
  project_directory text not null,
  tree_url text,
  commit_url text,
  imported_oid text,
  imported_revision_id uuid,
  applied_timestamp timestamptz,
  updated_at timestamptz not null,
  -- What the last synchronized commit reads as: the source of the ids of its files. Another revision than the imported one
  -- if the space does not take over what only the repository has.
  read_revision_id uuid,
  -- A commit that is on its way to the repository. If the service stops before it knows whether the commit has arrived, the
  -- next run finds it there, or not.
  pushed_oid text,
  pushed_read_revision_id uuid,
  pushed_revision_id uuid,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

-- Pages, files and reusable contents that an import took out of the space, so that one that comes back under its
-- path is the same again: an id is for life.
create table git_departed (
  organization_id uuid,
  space_id uuid,
  kind text, -- page, file, reusable
  path text,
  entry_id uuid not null,
  primary key (organization_id, space_id, kind, path),
  foreign key (organization_id, space_id) references space on delete cascade
);

create table git_operation (
  organization_id uuid,
  space_id uuid,
  operation_id uuid,
  direction text not null,
  state text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  request jsonb not null, -- without credentials
  credentials bytea, -- encrypted; cleared when the operation ends
  progress jsonb not null default '{}',
  outcome jsonb, -- { revision?, counts, report, … }
  error text,
  primary key (organization_id, space_id, operation_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
-- Old operations are deleted.
create index git_operation_by_age on git_operation (ended_at) where (ended_at is not null);

-- Who leaves the organization keeps nothing.
create table space_user_grant (
  organization_id uuid,
  space_id uuid,
  user_id uuid,
  role text not null,
  primary key (organization_id, space_id, user_id),
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index space_user_grant_by_user on space_user_grant (organization_id, user_id);

create table collection_user_grant (
  organization_id uuid,
  collection_id uuid,
  user_id uuid,
  role text not null,
  primary key (organization_id, collection_id, user_id),
  foreign key (organization_id, collection_id) references collection on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index collection_user_grant_by_user on collection_user_grant (organization_id, user_id);

-- A space on its way into another organization. The row goes with the space when it leaves: absent means that nothing
-- is under way, or that it ended well.
create table space_transfer (
  organization_id uuid, -- that the space leaves
  space_id uuid,
  transfer_id uuid not null,
  target_id uuid not null references organization on delete cascade,
  state text not null, -- running, failed
  error_status integer,
  error text,
  started_at timestamptz not null,
  -- The identity of the failure, beside its status and its words.
  error_reason text,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

create table space_reference (
  organization_id uuid,
  space_id uuid,
  owner_id uuid, -- the page or reusable content
  target_space_id uuid,
  primary key (organization_id, space_id, owner_id, target_space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index space_reference_by_target on space_reference (organization_id, target_space_id, space_id);

create table external_link (
  organization_id uuid references organization on delete cascade,
  url_hash bytea, -- SHA-256 of the url: those may be longer than an index takes
  url text not null, -- normalized, without fragment and credentials
  host text collate "C" not null, -- asked politely: one request at a time
  state text, -- ok, broken, unknown; null: not checked yet
  status_code integer,
  reason text,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  failures integer not null default 0, -- in a row
  primary key (organization_id, url_hash)
);
create index external_link_due on external_link (next_check_at);

-- Which space refers to which address. The results are shared by all spaces of the organization.
create table external_link_use (
  organization_id uuid,
  space_id uuid,
  url_hash bytea,
  primary key (organization_id, space_id, url_hash),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index external_link_use_by_url on external_link_use (organization_id, url_hash);

-- The revision whose addresses are in external_link_use, and the version of the facts that they were read from.
create table external_link_reading (
  organization_id uuid,
  space_id uuid,
  revision_id uuid not null,
  facts_version integer not null,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

create table search_segment (
  organization_id uuid references organization on delete cascade,
  segment_id uuid,
  bytes bytea not null,
  touched_at timestamptz not null default now(),
  primary key (organization_id, segment_id)
);
alter table search_segment alter column bytes set storage external;

create table search_index (
  organization_id uuid,
  space_id uuid,
  revision_id uuid not null,
  version integer not null, -- of what is indexed of a page, and of how
  language text,
  live_pages integer not null, -- how many pages of the revision are to be found
  segments jsonb not null, -- [{ id, pages, bytes, isShared? }], oldest first
  -- Whether the table of contents of the revision has entries whose pages are computed, so that a search in an
  -- organization opens only the spaces that have. Null for an index that was written before this was known.
  has_computed boolean,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

create table team (
  organization_id uuid references organization on delete cascade,
  team_id uuid,
  title text not null,
  title_folded text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, team_id)
);
create index team_by_title on team (organization_id, title_folded, team_id);

-- Who leaves the organization is in none of its teams.
create table team_member (
  organization_id uuid,
  team_id uuid,
  user_id uuid,
  role text not null, -- owner, member
  joined_at timestamptz not null,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references team on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index team_member_by_user on team_member (organization_id, user_id, team_id);
create index team_member_by_joined on team_member (organization_id, team_id, joined_at, user_id);

create table space_team_grant (
  organization_id uuid,
  space_id uuid,
  team_id uuid,
  role text not null,
  primary key (organization_id, space_id, team_id),
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, team_id) references team on delete cascade
);
create index space_team_grant_by_team on space_team_grant (organization_id, team_id);

create table collection_team_grant (
  organization_id uuid,
  collection_id uuid,
  team_id uuid,
  role text not null,
  primary key (organization_id, collection_id, team_id),
  foreign key (organization_id, collection_id) references collection on delete cascade,
  foreign key (organization_id, team_id) references team on delete cascade
);
create index collection_team_grant_by_team on collection_team_grant (organization_id, team_id);

-- A browser that signed in. Its secret is kept as the SHA-256 digest of its text, as a token's is.
create table user_session (
  digest bytea primary key,
  session_id uuid not null,
  user_id uuid references user_account on delete cascade,
  token_id uuid references token_directory(token_id) on delete cascade, -- opened with this token: may what it may
  organization_id uuid references organization on delete cascade, -- acts in this organization only
  method text not null, -- password, token, saml
  address text,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  constraint user_session_check check ((user_id is null) <> (token_id is null)),
  unique (session_id)
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
  user_id uuid references user_account on delete cascade,
  digest bytea,
  primary key (user_id, digest)
);

-- Links that invite whoever has them: to the organization, or to one space or collection as a guest.
create table organization_invite (
  organization_id uuid references organization on delete cascade,
  invite_id uuid,
  space_id uuid,
  collection_id uuid,
  role text, -- in the organization, or on the space or collection; null: a guest
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint organization_invite_check check ((space_id is null) or (collection_id is null)),
  primary key (organization_id, invite_id),
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, collection_id) references collection on delete cascade
);

-- The email domains that an organization lists, and which of them it proved to be its own.
create table organization_domain (
  organization_id uuid references organization on delete cascade,
  domain text collate "C",
  challenge text not null, -- what the domain's TXT record must say
  verified_at timestamptz, -- null: not proven, or not any more
  checked_at timestamptz,
  failed_checks integer not null default 0, -- how often in a row the record of a proven domain was not there
  primary key (organization_id, domain)
);
create index organization_domain_by_domain on organization_domain (domain) where (verified_at is not null);
create index organization_domain_proven on organization_domain (checked_at) where (verified_at is not null);

create table saml_provider (
  organization_id uuid references organization on delete cascade,
  provider_id uuid,
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
  organization_id uuid,
  provider_id uuid,
  name_id text collate "C",
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
  organization_id uuid,
  provider_id uuid,
  request_id text collate "C",
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
  organization_id uuid,
  provider_id uuid,
  assertion_id text collate "C",
  expires_at timestamptz not null,
  primary key (organization_id, provider_id, assertion_id),
  foreign key (organization_id, provider_id) references saml_provider on delete cascade
);
create index saml_assertion_expired on saml_assertion (expires_at);

-- Who changed what about people and access. Names are as they were when it happened.
create table audit_event (
  organization_id uuid references organization on delete cascade,
  event_id uuid,
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
create index audit_event_by_target on audit_event
  (organization_id, target_id, occurred_at, event_id) include (actor_id, action);
-- Events that name somebody beside their target: what a deleted user was called goes from these too.
create index audit_event_by_named_user on audit_event
  (organization_id, (((payload -> 'user'::text) ->> 'id'::text))) where (((payload -> 'user'::text) ->> 'id'::text) is not null);

-- Authors are users, or service accounts by the id of their token.
create table change_request (
  organization_id uuid,
  space_id uuid,
  change_request_id uuid,
  number integer not null,
  status text not null,
  subject text not null,
  description jsonb, -- a document
  links jsonb not null default '[]', -- [{ id, url, title? }]
  author_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revision_id uuid not null, -- its current revision; moved by compare-and-set
  initial_revision_id uuid not null, -- the revision that it began from
  ancestor_revision_id uuid, -- the last revision of the space that was merged into it
  merged_revision_id uuid,
  merged_by uuid,
  merged_at timestamptz,
  comments_open integer not null default 0,
  constraint change_request_status_check
    check (status = any (array['draft'::text, 'open'::text, 'archived'::text, 'merged'::text])),
  primary key (organization_id, space_id, change_request_id),
  unique (organization_id, space_id, number),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index change_request_by_update on change_request
  (organization_id, space_id, status, updated_at desc, change_request_id desc);
create index change_request_by_creation on change_request
  (organization_id, space_id, status, created_at desc, change_request_id desc);
create index change_request_of_organization on change_request
  (organization_id, status, updated_at desc, change_request_id desc);
create index change_request_by_merge on change_request
  (organization_id, space_id, merged_revision_id) where (merged_revision_id is not null);

create table change_request_contributor (
  organization_id uuid,
  space_id uuid,
  change_request_id uuid,
  author_id uuid,
  action text,
  count integer not null,
  updated_at timestamptz not null,
  constraint change_request_contributor_action_check check (action = any (array['edit'::text, 'comment'::text])),
  primary key (organization_id, space_id, change_request_id, author_id, action),
  constraint change_request_contributor_organization_id_space_id_change_fkey foreign key (organization_id, space_id, change_request_id)
    references change_request on delete cascade
);

create table change_request_reviewer (
  organization_id uuid,
  space_id uuid,
  change_request_id uuid,
  user_id uuid,
  requested_by uuid not null,
  revision_id uuid not null, -- the content when the review was requested
  created_at timestamptz not null,
  primary key (organization_id, space_id, change_request_id, user_id),
  constraint change_request_reviewer_organization_id_space_id_change_re_fkey foreign key (organization_id, space_id, change_request_id)
    references change_request on delete cascade
);
create index change_request_reviewer_of_user on change_request_reviewer (organization_id, user_id);

create table change_request_review (
  organization_id uuid,
  space_id uuid,
  change_request_id uuid,
  review_id uuid,
  reviewer_id uuid not null,
  requested_by uuid, -- who asked for it; null: nobody
  status text not null,
  revision_id uuid not null, -- the content that was reviewed
  is_outdated boolean not null default false, -- the content moved on, or the reviewer reviewed again
  comment_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint change_request_review_status_check
    check (status = any (array['approved'::text, 'changes-requested'::text])),
  primary key (organization_id, space_id, change_request_id, review_id),
  constraint change_request_review_organization_id_space_id_change_requ_fkey foreign key (organization_id, space_id, change_request_id)
    references change_request on delete cascade
);

-- Conflicts that a merge or an update met. An answer stays valid for as long as the same texts conflict.
create table change_request_answer (
  organization_id uuid constraint change_request_conflict_organization_id_not_null not null,
  space_id uuid constraint change_request_conflict_space_id_not_null not null,
  change_request_id uuid constraint change_request_conflict_change_request_id_not_null not null,
  conflict_id text constraint change_request_conflict_conflict_id_not_null not null, -- a hash of what conflicts
  answer jsonb constraint change_request_conflict_answer_not_null not null, -- null: not answered yet
  answered_by uuid,
  answered_at timestamptz,
  constraint change_request_conflict_pkey primary key (organization_id, space_id, change_request_id, conflict_id),
  constraint change_request_conflict_organization_id_space_id_change_re_fkey foreign key (organization_id, space_id, change_request_id)
    references change_request on delete cascade
);

create table comment (
  organization_id uuid,
  space_id uuid,
  comment_id uuid,
  change_request_id uuid, -- null: on the space itself
  review_id uuid, -- the review that it was posted with
  author_id uuid not null, -- a user, or the token of a service account
  body jsonb not null, -- a document
  markdown text not null, -- the same as Markdown
  created_at timestamptz not null,
  edited_at timestamptz,
  resolved_at timestamptz, -- null: open
  resolved_by uuid,
  revision_id uuid not null, -- the content when it was posted; what follows names a place in it
  page_id uuid, -- null: on everything
  document_hash bytea, -- the document of the page, in which the block is
  target jsonb, -- the page, the block and the range, as they were when the comment was posted
  primary key (organization_id, space_id, comment_id),
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);
create index comment_of_space on comment
  (organization_id, space_id, created_at, comment_id) where (change_request_id is null);
create index comment_of_change_request on comment
  (organization_id, space_id, change_request_id, created_at, comment_id) where (change_request_id is not null);
create index comment_of_page on comment (organization_id, space_id, page_id) where (page_id is not null);
create index open_comment on comment (organization_id, space_id, change_request_id) where (resolved_at is null);

create table comment_reply (
  organization_id uuid,
  space_id uuid,
  comment_id uuid,
  reply_id uuid,
  author_id uuid not null,
  body jsonb not null,
  markdown text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (organization_id, space_id, comment_id, reply_id),
  foreign key (organization_id, space_id, comment_id) references comment on delete cascade
);

-- `entry_id`: the reply, or the comment itself.
create table comment_reaction (
  organization_id uuid,
  space_id uuid,
  comment_id uuid,
  entry_id uuid,
  emoji text, -- hexadecimal code points
  author_id uuid,
  created_at timestamptz not null,
  primary key (organization_id, space_id, comment_id, entry_id, emoji, author_id),
  foreign key (organization_id, space_id, comment_id) references comment on delete cascade
);

create table comment_mention (
  organization_id uuid,
  space_id uuid,
  comment_id uuid,
  entry_id uuid,
  user_id uuid,
  primary key (organization_id, space_id, comment_id, entry_id, user_id),
  foreign key (organization_id, space_id, comment_id) references comment on delete cascade
);

-- Who is editing what, for half a minute after each heartbeat: nothing that must survive a crash.
create unlogged table presence (
  organization_id uuid,
  space_id uuid,
  author_id uuid, -- a user, or a service account by the id of its token
  change_request_id uuid, -- null: the space itself
  page_id uuid,
  block text, -- its key
  since timestamptz not null, -- when they came to this page
  seen_at timestamptz not null,
  primary key (organization_id, space_id, author_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

-- What somebody writes and has not saved as an edit yet.
create table working_copy (
  organization_id uuid,
  space_id uuid,
  author_id uuid,
  change_request_id uuid, -- all zeros: the space itself
  page_id uuid,
  version_id uuid not null, -- another one with each change
  base_revision_id uuid not null, -- the revision that it began from
  content jsonb not null, -- { markdown } or { document }
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, space_id, author_id, change_request_id, page_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index working_copy_of_author on working_copy (author_id);

-- What asks something of a user, in all of their organizations.
create table notification (
  user_id uuid references user_account on delete cascade,
  notification_id uuid,
  organization_id uuid not null,
  space_id uuid not null,
  change_request_id uuid,
  page_id uuid,
  comment_id uuid,
  kind text not null,
  actor_id uuid not null, -- who did it
  is_read boolean not null default false,
  created_at timestamptz not null,
  primary key (user_id, notification_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index notification_of_space on notification (organization_id, space_id);
create index notification_unread on notification (user_id, notification_id) where (not is_read);

-- Kinds without a row are delivered in both ways.
create table notification_preference (
  user_id uuid references user_account on delete cascade,
  kind text,
  in_app boolean not null,
  mail boolean not null,
  primary key (user_id, kind)
);

-- Where an organization wants to hear of changes.
create table webhook (
  organization_id uuid references organization on delete cascade,
  webhook_id uuid,
  title text not null,
  url text not null,
  events text[] not null,
  secret bytea not null, -- sealed
  previous_secret bytea, -- also signs, until previous_secret_until
  previous_secret_until timestamptz,
  is_enabled boolean not null default true,
  disabled_reason text, -- set when the service disabled it
  failing_since timestamptz, -- since the last success
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- After an attempt without an answer: until then, nothing is sent to this address, whichever space it is about.
  paused_until timestamptz,
  primary key (organization_id, webhook_id)
);

-- What happened, for the webhooks that want to hear of it. Written in the transaction that makes the change.
create table webhook_event (
  organization_id uuid references organization on delete cascade,
  event_id uuid,
  space_id uuid,
  type text not null,
  actor jsonb not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  primary key (organization_id, event_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index webhook_event_of_space on webhook_event (organization_id, space_id) where (space_id is not null);
create index webhook_event_by_age on webhook_event (occurred_at);

create table webhook_delivery (
  organization_id uuid,
  webhook_id uuid,
  delivery_id uuid,
  event_id uuid not null,
  queue_id uuid not null, -- the space of the event, or zero
  sequence bigint generated always as identity, -- the order within the queue
  state text not null default 'waiting', -- 'delivered', 'failed'
  tries integer not null default 0, -- failed attempts since it was last requested
  run_at timestamptz not null, -- of the next attempt
  attempts jsonb not null default '[]', -- the last ones, with what was answered
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, webhook_id, delivery_id),
  foreign key (organization_id, webhook_id) references webhook on delete cascade,
  foreign key (organization_id, event_id) references webhook_event on delete cascade
);
create index webhook_delivery_waiting on webhook_delivery
  (organization_id, webhook_id, queue_id, sequence) where (state = 'waiting'::text);
create index webhook_delivery_of_event on webhook_delivery (organization_id, event_id);

-- The queues with deliveries that wait: each has a job, which deletes the row when nothing waits any more. Whoever adds
-- a delivery holds the row until the commit, so that the job cannot miss it.
create table webhook_queue (
  organization_id uuid,
  webhook_id uuid,
  queue_id uuid,
  primary key (organization_id, webhook_id, queue_id),
  foreign key (organization_id, webhook_id) references webhook on delete cascade
);

-- The Git repository with which a space is kept in step. What was last the same on both sides stays in space_git.
create table git_connection (
  organization_id uuid,
  space_id uuid,
  url text not null, -- without credentials
  ref text not null,
  project_directory text not null,
  direction text not null,
  initial_direction text not null, -- which side wins when nothing was the same on both sides yet
  on_conflict text not null,
  provider text, -- the kind of the host
  tree_url text,
  commit_url text,
  web_url text,
  credentials bytea, -- sealed: { username, password } or { privateKey, passphrase? }
  known_hosts text, -- the pinned SSH host keys
  webhook_token text not null, -- the last part of the address for webhooks
  webhook_digest bytea not null, -- of the token, by which it is found: a comparison of digests tells nothing of it
  webhook_secret bytea, -- sealed
  commit_message text not null,
  branch_pattern text, -- the branches that become change requests
  mirror_prefix text, -- of the branches that change requests are mirrored to
  poll_seconds integer,
  next_poll_at timestamptz,
  paused_at timestamptz,
  pause_reason text,
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create unique index git_connection_by_webhook on git_connection (webhook_digest);
create index git_connection_to_poll on git_connection
  (next_poll_at) where ((next_poll_at is not null) and (paused_at is null));

-- Imports of content, the running ones and those of before. A change request or a page may be deleted while its import waits.
create table content_import (
  organization_id uuid,
  space_id uuid,
  import_id uuid,
  change_request_id uuid,
  page_id uuid,
  status text not null, -- pending, in-progress, completed, failed, cancelled
  request jsonb not null, -- { source, url, format?, maxPages? }
  credentials bytea, -- encrypted; cleared when the import ends
  actor jsonb not null, -- who asked for it
  progress jsonb not null default '{}',
  outcome jsonb, -- { revision, format, counts, pages, total }
  problems jsonb not null default '[]',
  problem_count integer not null default 0,
  reason text, -- why it failed: for programs, then for people
  message text,
  created_at timestamptz not null,
  started_at timestamptz,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, space_id, import_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

-- The webhooks of Git hosts that arrived, so that one that is sent again does nothing. Kept for a week.
create table git_webhook_delivery (
  organization_id uuid,
  space_id uuid,
  delivery_digest bytea, -- of the id that the host gave it
  received_at timestamptz not null,
  primary key (organization_id, space_id, delivery_digest),
  foreign key (organization_id, space_id) references git_connection on delete cascade
);
create index git_webhook_delivery_by_age on git_webhook_delivery (received_at);

-- Which of some segments have which terms, for organizations whose segments do not fit into memory. Written by the
-- first search that needs them, and read again after a start.
create table search_summary (
  organization_id uuid references organization on delete cascade,
  summary_id uuid,
  format integer not null,
  segment_ids uuid[] not null, -- in the order in which the summary counts them
  languages jsonb not null, -- of the segments; null: none
  bytes bytea not null,
  primary key (organization_id, summary_id)
);
alter table search_summary alter column bytes set storage external;

-- The commits of the connected branch that were synchronized, with what the space was then: where other branches began.
create table git_commit (
  organization_id uuid,
  space_id uuid,
  oid text,
  line_revision_id uuid not null, -- the revision that contains the commit, in the history of the space
  own_revision_id uuid not null, -- the content of the space that was last written to the branch or read from it
  revision_id uuid not null, -- the content that both had in common
  read_revision_id uuid not null, -- what the commit reads as
  created_at timestamptz not null,
  project_directory text default '',
  foreign key (organization_id, space_id) references space on delete cascade,
  primary key (organization_id, space_id, project_directory, oid)
);
create index git_commit_by_revision on git_commit (organization_id, space_id, line_revision_id);

-- Other branches of the repository, and the change requests that they are.
create table git_branch (
  organization_id uuid,
  space_id uuid,
  ref text,
  change_request_id uuid, -- null: the branch had nothing to propose when it was looked at last
  is_deleted boolean not null default false, -- the branch is not in the repository any more
  -- What was last the same on both sides, and what is on its way, as in space_git.
  imported_oid text not null,
  imported_revision_id uuid,
  read_revision_id uuid,
  pushed_oid text,
  pushed_read_revision_id uuid,
  pushed_revision_id uuid,
  -- The change request when it was synchronized last.
  seen_revision_id uuid,
  seen_status text,
  checked_at timestamptz, -- when its checks were looked at last
  reported bytea, -- a digest of the statuses that were reported last
  updated_at timestamptz not null,
  primary key (organization_id, space_id, ref),
  unique (organization_id, space_id, change_request_id),
  foreign key (organization_id, space_id) references git_connection on delete cascade,
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);

-- Leads from an id, an address or a hostname to the site; sharded by itself like the other directories.
create table site_directory (
  site_id uuid primary key,
  organization_id uuid not null references organization on delete cascade
);

create table site (
  organization_id uuid references organization on delete cascade,
  site_id uuid,
  title text not null,
  title_folded text collate "C" not null, -- for searching without case
  visibility text not null, -- public, unlisted, share-link, visitor-auth
  default_level text default 'inherit', -- a role, 'inherit', or null: nobody by default
  basename text collate "C" not null, -- below the sites origin; also in site_address
  hostname text collate "C", -- served once its DNS record was found; also in site_address from then on
  hostname_proof text collate "C", -- the value of the TXT record that proves the hostname
  hostname_verified_at timestamptz,
  hostname_checked_at timestamptz,
  hostname_failed_at timestamptz, -- since when the record has been missing
  published_at timestamptz, -- null: not published
  adaptive boolean not null default false,
  allows_unsigned_claims boolean not null default false,
  adaptive_schema jsonb,
  adaptive_schema_updated_at timestamptz,
  customization jsonb not null default '{}', -- what differs from the default theme
  customization_updated_at timestamptz,
  auth_key bytea, -- sealed; signs the tokens of visitors
  auth_old_key bytea, -- sealed; accepted until auth_old_key_until
  auth_old_key_until timestamptz,
  auth_fallback_url text,
  auth_logout_url text,
  renderer_url text, -- where a renderer that caches answers hears of changes
  renderer_secret bytea, -- sealed; signs those calls
  renderer_called_at timestamptz,
  renderer_problem text, -- why the last call failed
  visitor_epoch integer not null default 0, -- part of every visitor's cookie and token; raising it ends them all
  created_at timestamptz not null,
  updated_at timestamptz not null,
  allows_api_requests boolean not null default false,
  -- Counts the keys that have signed visitors in: the visits that a key opened end with the key.
  auth_key_number integer not null default 0,
  primary key (organization_id, site_id)
);
create index site_with_renderer on site (site_id) where (renderer_url is not null);
create index site_by_hostname on site (hostname) where (hostname is not null);
-- In the order in which hostnames are checked again; those first that never were.
create index site_hostname_due on site
  (coalesce(hostname_checked_at, '-infinity'::timestamp with time zone)) where (hostname is not null);

-- Every name under which a site is served: its basename, and its hostname once proven.
create table site_address (
  kind text, -- basename, hostname
  name text collate "C",
  organization_id uuid not null,
  site_id uuid not null,
  constraint site_address_unique primary key (kind, name),
  foreign key (organization_id, site_id) references site on delete cascade
);
create index site_address_by_site on site_address (organization_id, site_id);

create table site_section_group (
  organization_id uuid,
  site_id uuid,
  site_section_group_id uuid,
  parent_id uuid, -- the group that it is in
  title text not null,
  localized_titles jsonb,
  icon text,
  is_draft boolean not null default false,
  position integer not null, -- among the sections, groups and links of its parent
  primary key (organization_id, site_id, site_section_group_id),
  foreign key (organization_id, site_id) references site on delete cascade
);

create table site_section (
  organization_id uuid,
  site_id uuid,
  site_section_id uuid,
  group_id uuid,
  title text not null,
  localized_titles jsonb,
  description text,
  localized_descriptions jsonb,
  path text collate "C" not null,
  condition text,
  icon text,
  is_default boolean not null,
  is_draft boolean not null default false,
  position integer not null,
  primary key (organization_id, site_id, site_section_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create unique index site_section_path_unique on site_section (organization_id, site_id, path);
create unique index site_section_default_unique on site_section (organization_id, site_id) where is_default;

create table site_external_link (
  organization_id uuid,
  site_id uuid,
  site_external_link_id uuid,
  group_id uuid,
  title text not null,
  localized_titles jsonb,
  description text,
  localized_descriptions jsonb,
  icon text,
  url text not null,
  condition text,
  is_draft boolean not null default false,
  position integer not null,
  primary key (organization_id, site_id, site_external_link_id),
  foreign key (organization_id, site_id) references site on delete cascade
);

-- A space on a site: in a section, or at the root of a site without sections.
create table site_space (
  organization_id uuid,
  site_id uuid,
  site_space_id uuid,
  site_section_id uuid,
  space_id uuid not null,
  path text collate "C" not null,
  title text, -- null: the title of the space
  localized_titles jsonb,
  condition text,
  is_default boolean not null,
  is_draft boolean not null default false,
  is_hidden boolean not null default false,
  page_id text, -- the page that is shown first; null: the first one
  customization jsonb, -- what differs from the site's
  customization_updated_at timestamptz,
  position integer not null,
  -- The revision that the space had when its site last changed what it publishes: visitors read no earlier one. Null for
  -- none but the current one.
  first_revision_id uuid,
  primary key (organization_id, site_id, site_space_id),
  foreign key (organization_id, site_id) references site on delete cascade,
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, site_id, site_section_id) references site_section on delete cascade
);
create index site_space_by_space on site_space (organization_id, space_id);
create unique index site_space_default_unique on site_space
  (organization_id, site_id, coalesce(site_section_id, site_id)) where is_default;
create unique index site_space_path_unique on site_space
  (organization_id, site_id, coalesce(site_section_id, site_id), path);

create table site_share_link (
  organization_id uuid,
  site_id uuid,
  share_link_id uuid,
  name text not null,
  is_active boolean not null default true,
  digest bytea not null, -- of the key
  sealed_key bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, site_id, share_link_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create unique index site_share_link_digest_unique on site_share_link (organization_id, site_id, digest);

create table site_redirect (
  organization_id uuid,
  site_id uuid,
  site_redirect_id uuid,
  source text collate "C" not null, -- in lower case, percent-encoded, without a slash at the end
  is_wildcard boolean not null default false, -- whether the source ends with a star
  captures_wildcard boolean not null default false, -- whether the rest of the path goes to the destination
  is_draft boolean not null default false,
  is_permanent boolean not null default false,
  destination jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, site_id, site_redirect_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create unique index site_redirect_source_unique on site_redirect (organization_id, site_id, source, is_draft);
create index site_redirect_wildcard on site_redirect (organization_id, site_id, length(source)) where is_wildcard;
create index site_redirect_by_created on site_redirect (organization_id, site_id, created_at, site_redirect_id);

create table site_user_grant (
  organization_id uuid,
  site_id uuid,
  user_id uuid,
  role text not null,
  primary key (organization_id, site_id, user_id),
  foreign key (organization_id, site_id) references site on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index site_user_grant_by_user on site_user_grant (organization_id, user_id);

create table site_team_grant (
  organization_id uuid,
  site_id uuid,
  team_id uuid,
  role text not null,
  primary key (organization_id, site_id, team_id),
  foreign key (organization_id, site_id) references site on delete cascade,
  foreign key (organization_id, team_id) references team on delete cascade
);
create index site_team_grant_by_team on site_team_grant (organization_id, team_id);

-- Where pages of a space were before they moved, for readers of old links. Written with the move.
create table former_path (
  organization_id uuid,
  space_id uuid,
  path text collate "C", -- of slugs, in lower case
  page_id uuid not null,
  left_at timestamptz not null,
  primary key (organization_id, space_id, path),
  foreign key (organization_id, space_id) references space on delete cascade
);

-- Settings of an organization that differ from the defaults.
create table organization_insights (
  organization_id uuid primary key references organization on delete cascade,
  retention_days integer not null
);

-- Whether and how the events of a site are recorded. A site without a row records them.
create table site_insights (
  organization_id uuid,
  site_id uuid,
  is_recording boolean not null default true,
  salt bytea not null, -- mixed into the hashes of the site's visitors, sessions and sets of claims
  primary key (organization_id, site_id),
  foreign key (organization_id, site_id) references site on delete cascade
);

-- A random value for each day, mixed into the hash of a visitor's address; deleted two days later, so that nothing
-- leads from a hash back to the address. Of the instance, because all of its processes share it.
create table insights_day_salt (
  day date primary key,
  salt bytea not null
);

-- Partitioned by month; the writer creates partitions. Codes are those of event-codes.ts.
create table site_event (
  organization_id uuid,
  site_id uuid,
  occurred_at timestamptz,
  event_id bigint generated by default as identity,
  type smallint not null,
  visitor bigint not null, -- a hash
  session bigint not null, -- a hash; of one visitor
  claims_id bigint, -- a hash; leads to site_claims
  is_authenticated boolean,
  display_context smallint not null,
  bot smallint,
  device smallint not null,
  browser smallint not null,
  os smallint not null,
  language text collate "C",
  country text collate "C",
  geo_cell bigint, -- an H3 cell of resolution 5
  site_section_id uuid,
  site_space_id uuid,
  share_link_id uuid,
  space_id uuid,
  page_id uuid,
  url_origin text collate "C" not null,
  url_path text collate "C" not null,
  referrer text collate "C",
  referrer_domain text collate "C",
  utm_source text collate "C",
  utm_medium text collate "C",
  utm_campaign text collate "C",
  utm_term text collate "C",
  utm_content text collate "C",
  search_query text collate "C", -- also the question of an ask event; without personal data
  search_results integer, -- how many were found, if the sender told
  search_record_id text collate "C",
  rating smallint, -- of a page: 0 bad, 1 ok, 2 good; of a response: -1 or 1
  comment text collate "C",
  link_target jsonb,
  link_domain text collate "C",
  link_position smallint,
  operation_path text collate "C",
  operation_method text collate "C",
  variant smallint, -- of an llms_request or a page_markdown_request
  not_found smallint,
  ad_domain text collate "C",
  placement smallint, -- of an ad or a trademark
  primary key (organization_id, site_id, occurred_at, event_id)
) partition by range (occurred_at);
-- Few and small: searches, ratings, clicks and missing pages are asked for by themselves.
create index site_event_search on site_event
  (organization_id, site_id, occurred_at) include (search_query, search_results, session) where (search_query is not null);
create index site_event_visitor on site_event (organization_id, site_id, visitor);
-- What arrived last is at the end of a partition, in the order of the ids: an index that is nearly free finds it.
create index site_event_arrival on site_event using brin (event_id) with (pages_per_range='32');

-- The ids of events that were sent with one, for as long as they could be sent again.
create table site_event_receipt (
  organization_id uuid,
  site_id uuid,
  digest bytea,
  received_at timestamptz not null,
  primary key (organization_id, site_id, digest)
);
create index site_event_receipt_by_time on site_event_receipt (received_at);

-- How many events each site recorded on a day, for its quota.
create table site_event_usage (
  organization_id uuid,
  site_id uuid,
  day date,
  events bigint not null,
  primary key (organization_id, site_id, day)
);

-- Sets of claims that visitors had.
create table site_claims (
  organization_id uuid,
  site_id uuid,
  claims_id bigint,
  claims jsonb not null,
  seen_on date not null,
  primary key (organization_id, site_id, claims_id)
);

-- The same, one by one. A claim with a list has a row for each element.
create table site_claim_value (
  organization_id uuid,
  site_id uuid,
  claims_id bigint,
  claim text collate "C",
  value text collate "C",
  primary key (organization_id, site_id, claim, value, claims_id)
);
create index site_claim_value_by_set on site_claim_value (organization_id, site_id, claims_id);

-- What an organization settled about its conversations; without a row, the defaults.
create table conversation_settings (
  organization_id uuid primary key references organization on delete cascade,
  retention_days integer, -- null: kept until they are deleted
  masking_rules jsonb not null default '[]', -- what else is masked: [{title, pattern}]
  updated_at timestamptz not null
);

create table conversation (
  organization_id uuid references organization on delete cascade,
  conversation_id uuid,
  number bigint generated always as identity, -- the order in which conversations are processed
  source text collate "C" not null, -- integration:<name>:<installation>, or email
  external_id text collate "C" not null, -- where it comes from
  url text,
  subject text,
  attributes jsonb not null default '{}',
  parts jsonb not null, -- [{type, role, body}], masked
  digest bytea not null, -- of all that was sent: the same again changes nothing
  created_at timestamptz not null,
  ingested_at timestamptz not null, -- the last time that it changed
  processed_at timestamptz, -- null: its issues are not up to date
  primary key (organization_id, conversation_id),
  constraint conversation_source_unique unique (organization_id, source, external_id)
);
create index conversation_unprocessed on conversation (organization_id, number) where (processed_at is null);
create index conversation_by_age on conversation (organization_id, ingested_at);

-- What the clustering of an organization has learned: how rare the words of its issues are.
create table issues_model (
  organization_id uuid primary key references organization on delete cascade,
  version bigint not null, -- raised by everything that changes issues or clusters
  next_number integer not null, -- of clusters
  issues bigint not null, -- counted since the beginning
  counts bytea not null, -- how many of them have a feature
  frozen_issues bigint not null, -- what the comparisons use until the issues have grown by a quarter
  frozen_counts bytea not null,
  -- Issues are compared by the embeddings of a language model, where one is configured.
  embedding_model text -- the model that the embeddings are of; null: none was used yet
);

create table issues_cluster (
  organization_id uuid references organization on delete cascade,
  cluster_id uuid,
  number integer not null, -- the order in which clusters began
  label text not null,
  icon text not null,
  summary text not null, -- empty until it is described
  terms text[] not null default '{}', -- its most telling words, as pages are looked for
  features bytea not null, -- the sum of the features of its issues
  issues integer not null,
  conversations integer not null,
  tasks_backlog integer not null default 0,
  tasks_started integer not null default 0,
  tasks_completed integer not null default 0,
  tasks_cancelled integer not null default 0,
  described_issues integer not null default 0, -- how many it had when it was described; 0: not yet, or no longer
  answered boolean, -- whether a page answers its issues; null: not looked for yet
  answered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  embedding bytea, -- the sum of the embeddings of its issues; null: none has one
  embedded_issues integer not null default 0, -- how many of them have one
  primary key (organization_id, cluster_id),
  constraint issues_cluster_number unique (organization_id, number)
);
create index issues_cluster_by_update on issues_cluster (organization_id, updated_at, cluster_id);
create index issues_cluster_empty on issues_cluster (organization_id) where (issues = 0);
create index issues_cluster_undescribed on issues_cluster (organization_id, number) where (described_issues = 0);

create table conversation_issue (
  organization_id uuid,
  issue_id uuid,
  conversation_id uuid not null,
  cluster_id uuid not null,
  title text not null,
  summary text not null,
  features bytea not null, -- what it adds to its cluster, and takes away again
  created_at timestamptz not null, -- when the conversation began
  ingested_at timestamptz not null,
  embedding bytea,
  primary key (organization_id, issue_id),
  foreign key (organization_id, conversation_id) references conversation on delete cascade,
  foreign key (organization_id, cluster_id) references issues_cluster on delete cascade
);
create index conversation_issue_by_conversation on conversation_issue (organization_id, conversation_id);
create index conversation_issue_by_cluster on conversation_issue (organization_id, cluster_id, issue_id);

-- The issues of a cluster by week and source: sums, so that nothing counts the issues themselves.
create table issues_cluster_week (
  organization_id uuid,
  cluster_id uuid,
  source text collate "C",
  week date, -- its Monday
  issues integer not null,
  primary key (organization_id, cluster_id, source, week),
  foreign key (organization_id, cluster_id) references issues_cluster on delete cascade
);

create table conversation_task (
  organization_id uuid,
  cluster_id uuid,
  task_id uuid,
  title text not null,
  description text,
  state text not null, -- backlog, started, completed, cancelled
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, cluster_id, task_id),
  foreign key (organization_id, cluster_id) references issues_cluster on delete cascade
);
create index conversation_task_by_creator on conversation_task (created_by) where (created_by is not null);

-- Who gets a mail each week about what the readers of a site do.
create table site_weekly_mail (
  organization_id uuid,
  site_id uuid,
  user_id uuid references user_account on delete cascade,
  sent_for date not null, -- the Monday (UTC) that the last mail was sent for, or before which none is sent
  primary key (organization_id, site_id, user_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create index site_weekly_mail_by_user on site_weekly_mail (user_id);
create index site_weekly_mail_due on site_weekly_mail (sent_for);

create table model_answer (
  organization_id uuid references organization on delete cascade,
  digest bytea, -- of the question and the name of the model
  answer text not null,
  created_at timestamptz not null,
  primary key (organization_id, digest)
);

create table model_usage (
  organization_id uuid references organization on delete cascade,
  day date,
  tokens bigint not null,
  primary key (organization_id, day)
);

-- What versions consist of, once for equal ones of an organization.
create table openapi_content (
  organization_id uuid references organization on delete cascade,
  hash bytea, -- SHA-256 of the files
  format text not null, -- of the entry file: json, yaml
  spec_version text not null, -- as the source says it
  filesystem bytea not null, -- JSON in the form of the parser, compressed with gzip
  source bytea not null, -- the text of the entry file, compressed with gzip
  outline jsonb not null, -- {title, operations, webhooks, schemas}
  created_at timestamptz not null,
  primary key (organization_id, hash)
);

create table openapi_spec (
  organization_id uuid references organization on delete cascade,
  spec_id uuid,
  slug text collate "C" not null,
  visibility text not null, -- private, public
  source_url text, -- null: the source is a text
  source_text bytea, -- a text that is not processed yet, compressed with gzip
  source_number integer not null, -- raised by every new source: a job of a former one changes nothing
  processing_state text not null, -- pending, progress, complete
  error_code text, -- of the last processing: FETCH_TIMEOUT, FETCH_ERROR, PARSE_ERROR
  problems jsonb not null default '[]', -- of the last processing: [{severity, code, message, file, line, column}]
  problem_count integer not null default 0,
  last_version_id uuid,
  last_processed_at timestamptz,
  etag text, -- of the last answer of the URL, if it is the whole spec
  modified text, -- its Last-Modified
  refresh_at timestamptz, -- when the URL is fetched again
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, spec_id),
  constraint openapi_spec_slug unique (organization_id, slug)
);
create index openapi_spec_due on openapi_spec (refresh_at) where (refresh_at is not null);

create table openapi_version (
  organization_id uuid,
  spec_id uuid,
  version_id uuid,
  hash bytea not null,
  source_url text,
  created_at timestamptz not null,
  -- When webhooks and members were told of a version; null: not yet. Versions of earlier releases stay untold.
  announced_at timestamptz,
  -- What changed with it, in short, for feeds: {counts, changes}; null: it is not known.
  news jsonb,
  primary key (organization_id, spec_id, version_id),
  foreign key (organization_id, spec_id) references openapi_spec on delete cascade,
  foreign key (organization_id, hash) references openapi_content
);
create index openapi_version_of_content on openapi_version (organization_id, hash);

create table translation_settings (
  organization_id uuid references organization on delete cascade,
  settings_id uuid,
  title text not null,
  source_space_id uuid, -- null: not chosen yet; the space may be gone
  source_language text, -- null like the space
  languages text[] not null default '{}', -- those that the space is translated into, in the order given
  instructions jsonb not null, -- a document: what a provider is told
  tone text not null default 'default', -- default, formal, informal
  provider text, -- null: the one that is configured
  status text not null default 'pending', -- pending, running, completed
  stats jsonb not null, -- what its runs have done: {runs, totalWords, …}
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  tells_readers boolean not null default true, -- whether published pages say that they were translated
  primary key (organization_id, settings_id)
);
create index translation_settings_by_source on translation_settings
  (organization_id, source_space_id) where (source_space_id is not null);
create index translation_settings_by_creator on translation_settings (created_by) where (created_by is not null);

create table glossary_entry (
  organization_id uuid references organization on delete cascade,
  entry_id uuid,
  translations jsonb not null, -- the term by language
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, entry_id)
);

-- The space that holds one language of a translation.
create table translation_target (
  organization_id uuid,
  settings_id uuid,
  language text,
  space_id uuid,
  source_revision_id uuid, -- what it was brought in step with last; null: not yet
  space_revision_id uuid, -- its own revision then
  problem text, -- why the last run was not complete, in words
  updated_at timestamptz not null,
  change_request_id uuid, -- the last one that was opened for what is to be filled in; null: none was
  request_revision_id uuid, -- its content as it was written last: another one means that people have changed it
  resume_at timestamptz, -- when a run goes on that the limit of a day has stopped; null: none was
  primary key (organization_id, settings_id, language),
  foreign key (organization_id, settings_id) references translation_settings on delete cascade,
  foreign key (organization_id, space_id) references space on delete set null (space_id)
);
create index translation_target_by_space on translation_target (organization_id, space_id);

-- A page or reusable content of such a space, with what is known of each of its blocks.
create table translation_page (
  organization_id uuid,
  settings_id uuid,
  language text,
  page_id uuid,
  source_hash text not null, -- of the documents when they were last in step; empty: there is none
  target_hash text not null,
  texts jsonb not null, -- titles of the source and of the translation then
  tracked jsonb not null, -- {texts, blocks}: the hash of the source of each, who made the translation, and its state
  recipe text not null, -- of the glossary and the tone
  blocks integer not null,
  behind integer not null,
  edited integer not null,
  missing integer not null,
  failed integer not null,
  -- What readers are told of a page.
  machine integer not null default 0, -- blocks that a machine has translated, and nobody has changed
  primary key (organization_id, settings_id, language, page_id),
  foreign key (organization_id, settings_id, language) references translation_target on delete cascade
);

-- What was translated before, for every space of the organization.
create table translation_memory (
  organization_id uuid references organization on delete cascade,
  source_language text,
  language text,
  unit_key text collate "C", -- the hash of the masked text and of what else its translation depends on
  unit text not null,
  translation text not null,
  made_by text not null, -- machine, person
  created_at timestamptz not null,
  primary key (organization_id, source_language, language, unit_key)
);

create table translation_usage (
  organization_id uuid references organization on delete cascade,
  day date, -- in UTC
  characters bigint not null, -- that providers were sent, placeholders included
  primary key (organization_id, day)
);

-- Once for each site: whoever takes a translated space off a site does not find it there again.
create table translation_placement (
  organization_id uuid,
  settings_id uuid,
  language text,
  site_id uuid,
  primary key (organization_id, settings_id, language, site_id),
  foreign key (organization_id, settings_id, language) references translation_target on delete cascade,
  foreign key (organization_id, site_id) references site on delete cascade
);
create index translation_placement_by_site on translation_placement (organization_id, site_id);

-- Apart from the redirects, which are read and replaced as whole rows.
create table site_redirect_use (
  organization_id uuid,
  site_id uuid,
  site_redirect_id uuid,
  uses bigint not null,
  last_used_at timestamptz not null,
  primary key (organization_id, site_id, site_redirect_id),
  foreign key (organization_id, site_id, site_redirect_id) references site_redirect on delete cascade
);

-- One row: the id of the last event that is in the rollups.
create table insights_mark (
  is_only boolean default true primary key,
  event_id bigint not null,
  constraint insights_mark_is_only_check check (is_only)
);

create table site_event_hour (
  organization_id uuid not null,
  site_id uuid not null,
  hour timestamptz not null,
  type smallint not null,
  display_context smallint not null,
  bot smallint,
  site_section_id uuid,
  site_space_id uuid,
  events integer not null
);
create unique index site_event_hour_group on site_event_hour
  (organization_id, site_id, hour, type, display_context, bot, site_section_id, site_space_id) nulls not distinct;

create table site_page_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  type smallint not null,
  display_context smallint not null,
  bot smallint,
  site_section_id uuid,
  site_space_id uuid,
  space_id uuid,
  page_id uuid,
  events integer not null
);
create unique index site_page_day_group on site_page_day
  (organization_id, site_id, day, type, display_context, bot, site_section_id, site_space_id, space_id, page_id) nulls not distinct;

-- A row for each day of a visitor, and for each combination of the columns up to bot.
create table site_visitor_day (
  organization_id uuid,
  site_id uuid,
  day timestamptz,
  row_no bigint generated always as identity,
  visitor bigint not null,
  claims_id bigint,
  is_authenticated boolean,
  display_context smallint not null,
  bot smallint,
  events integer not null,
  is_uniform boolean not null, -- all rows of the visitor have the same combination
  previous_day timestamptz, -- of a uniform visitor: their last day before this one
  primary key (organization_id, site_id, day, row_no)
);
create index site_visitor_day_visitor on site_visitor_day (organization_id, site_id, visitor);
create index site_visitor_day_changing on site_visitor_day (organization_id, site_id, day) where (not is_uniform);

-- The rows of uniform visitors, counted. Those whose previous day is before a range had no other day in it before: so
-- many visitors a range has.
create table site_audience_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  previous_day timestamptz,
  claims_id bigint,
  is_authenticated boolean,
  display_context smallint not null,
  bot smallint,
  visitors integer not null,
  events integer not null
);
create unique index site_audience_day_group on site_audience_day
  (organization_id, site_id, day, previous_day, claims_id, is_authenticated, display_context, bot) nulls not distinct;
create index site_audience_day_left on site_audience_day (organization_id) where (visitors = 0);

create table site_session_day (
  organization_id uuid,
  site_id uuid,
  day timestamptz,
  row_no bigint generated always as identity,
  type smallint not null,
  visitor bigint not null,
  session bigint not null,
  claims_id bigint,
  is_authenticated boolean,
  display_context smallint not null,
  bot smallint,
  device smallint not null,
  browser smallint not null,
  os smallint not null,
  language text collate "C",
  country text collate "C",
  site_section_id uuid,
  site_space_id uuid,
  events integer not null,
  primary key (organization_id, site_id, day, row_no)
);
create index site_session_day_visitor on site_session_day (organization_id, site_id, visitor);

-- A rollup of sessions by the website and the campaign that they came from. Apart from that of sessions, because the
-- website changes within a session, which would make that one half as large again.
create table site_referral_day (
  organization_id uuid,
  site_id uuid,
  day timestamptz,
  row_no bigint generated always as identity,
  type smallint not null,
  visitor bigint not null,
  session bigint not null,
  display_context smallint not null,
  bot smallint,
  site_section_id uuid,
  site_space_id uuid,
  referrer_domain text collate "C",
  utm_campaign text collate "C",
  events integer not null,
  primary key (organization_id, site_id, day, row_no)
);
create index site_referral_day_visitor on site_referral_day (organization_id, site_id, visitor);

-- Sources of specs that were replaced before they were processed: each still becomes a version.
create table openapi_waiting_source (
  organization_id uuid,
  spec_id uuid,
  source_number integer,
  source_url text,
  source_text bytea,
  primary key (organization_id, spec_id, source_number),
  foreign key (organization_id, spec_id) references openapi_spec on delete cascade
);

create sequence job_worker_id as integer cycle;
insert into insights_mark (event_id) values (0);
