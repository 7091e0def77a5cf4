-- The core: organizations, people, tokens, spaces, content, Git, jobs.
--
-- Every primary key begins with organization_id so that the schema can be sharded by organization.
-- The *_directory tables (and user_account, which belongs to no organization) are the small tables
-- that lead from an id or a digest to the organization.
-- Identifiers are UUIDv7 made by the service. Text that is compared without case has a folded twin
-- under COLLATE "C": nothing depends on the database's locale.

create table user_account (
  user_id uuid primary key,
  email text not null,
  email_folded text collate "C" not null constraint user_account_email_unique unique,
  email_verified_at timestamptz,
  display_name text not null,
  photo_url text,
  created_at timestamptz not null
);

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
  merge_rules jsonb not null default '{"type":"none"}',
  created_at timestamptz not null
);

create table hostname_directory (
  hostname text collate "C" constraint hostname_directory_hostname_unique primary key,
  organization_id uuid not null references organization on delete cascade
);

create table member (
  organization_id uuid not null references organization on delete cascade,
  user_id uuid not null references user_account on delete cascade,
  role text, -- null: a guest
  sso boolean not null default false,
  disabled boolean not null default false,
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (organization_id, user_id)
);
create index member_by_user on member (user_id);

-- A token is kept as the SHA-256 digest of its text. The directory is read once per token and process.
create table token_directory (
  digest bytea primary key,
  token_id uuid not null unique,
  user_id uuid references user_account on delete cascade,
  organization_id uuid references organization on delete cascade,
  check ((user_id is null) <> (organization_id is null))
);

create table user_token (
  user_id uuid not null references user_account on delete cascade,
  token_id uuid not null references token_directory (token_id) on delete cascade,
  title text not null,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, token_id)
);

-- An organization's token is a service account: it has a role of its own and is in no member list.
create table organization_token (
  organization_id uuid not null references organization on delete cascade,
  token_id uuid not null references token_directory (token_id) on delete cascade,
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

create table space (
  organization_id uuid not null references organization on delete cascade,
  space_id uuid not null,
  title text not null,
  emoji text,
  icon_url text,
  language text,
  edit_mode text not null default 'live',
  default_level text, -- a role, 'inherit', or null: nobody by default
  merge_rules jsonb not null default '{"type":"inherit"}',
  parent_id uuid, -- the collection that holds it
  revision_id uuid not null, -- the current revision; moved by compare-and-set
  file_epoch integer not null default 0, -- part of every file capability; raising it revokes them all
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, space_id)
);
create index space_deleted on space (deleted_at) where deleted_at is not null;

-- Content. Rows of document, tree_node and blob are named by the SHA-256 of what they hold and never
-- change; touched_at tells the sweep which of them a running transaction may still be about to use.

create table document (
  organization_id uuid not null references organization on delete cascade,
  hash bytea not null,
  source bytea not null,
  touched_at timestamptz not null default now(),
  primary key (organization_id, hash)
);

-- What is computed from a document's source, by the version of the function that computed it.
create table document_facts (
  organization_id uuid not null,
  hash bytea not null,
  version integer not null,
  facts jsonb not null,
  primary key (organization_id, hash, version),
  foreign key (organization_id, hash) references document on delete cascade
);

create table tree_node (
  organization_id uuid not null references organization on delete cascade,
  hash bytea not null,
  node text not null,
  touched_at timestamptz not null default now(),
  primary key (organization_id, hash)
);

create table blob (
  organization_id uuid not null references organization on delete cascade,
  hash bytea not null,
  size bigint not null,
  content_type text not null,
  width integer,
  height integer,
  touched_at timestamptz not null default now(),
  primary key (organization_id, hash)
);

create table revision (
  organization_id uuid not null,
  space_id uuid not null,
  revision_id uuid not null,
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

-- What the last Git operations taught about a space's repository. The URL carries no credentials.
create table space_git (
  organization_id uuid not null,
  space_id uuid not null,
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
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

-- Pages, files and reusable contents that an import took out of the space, so that one that comes back under its
-- path is the same again: an id is for life.
create table git_departed (
  organization_id uuid not null,
  space_id uuid not null,
  kind text not null, -- page, file, reusable
  path text not null,
  entry_id uuid not null,
  primary key (organization_id, space_id, kind, path),
  foreign key (organization_id, space_id) references space on delete cascade
);

create table git_operation (
  organization_id uuid not null,
  space_id uuid not null,
  operation_id uuid not null,
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

-- Jobs of the instance itself carry the nil UUID as organization.
create table job (
  organization_id uuid not null,
  job_id uuid not null,
  kind text not null,
  payload jsonb not null,
  concurrency_key text, -- jobs with the same key run one after the other
  run_at timestamptz not null,
  attempts integer not null default 0,
  worker_id integer, -- the process that runs it, alive while it holds the advisory lock of that number
  last_error text,
  created_at timestamptz not null,
  primary key (organization_id, job_id)
);
create index job_due on job (run_at) where worker_id is null;
create index job_running on job (worker_id) where worker_id is not null;
create sequence job_worker_id as integer cycle;
