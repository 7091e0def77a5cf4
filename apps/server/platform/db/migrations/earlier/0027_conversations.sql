-- Conversations with users, what they are about, and what is to be done about it.

-- What an organization settled about its conversations; without a row, the defaults.
create table conversation_settings (
  organization_id uuid primary key references organization on delete cascade,
  retention_days integer, -- null: kept until they are deleted
  masking_rules jsonb not null default '[]', -- what else is masked: [{title, pattern}]
  updated_at timestamptz not null
);

create table conversation (
  organization_id uuid not null references organization on delete cascade,
  conversation_id uuid not null,
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
create index conversation_unprocessed on conversation (organization_id, number) where processed_at is null;
create index conversation_by_age on conversation (organization_id, ingested_at);

-- What the clustering of an organization has learned: how rare the words of its issues are.
create table issues_model (
  organization_id uuid primary key references organization on delete cascade,
  version bigint not null, -- raised by everything that changes issues or clusters
  next_number integer not null, -- of clusters
  issues bigint not null, -- counted since the beginning
  counts bytea not null, -- how many of them have a feature
  frozen_issues bigint not null, -- what the comparisons use until the issues have grown by a quarter
  frozen_counts bytea not null
);

create table issues_cluster (
  organization_id uuid not null references organization on delete cascade,
  cluster_id uuid not null,
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
  primary key (organization_id, cluster_id),
  constraint issues_cluster_number unique (organization_id, number)
);
create index issues_cluster_by_update on issues_cluster (organization_id, updated_at, cluster_id);
create index issues_cluster_empty on issues_cluster (organization_id) where issues = 0;
create index issues_cluster_undescribed on issues_cluster (organization_id, number) where described_issues = 0;

create table conversation_issue (
  organization_id uuid not null,
  issue_id uuid not null,
  conversation_id uuid not null,
  cluster_id uuid not null,
  title text not null,
  summary text not null,
  features bytea not null, -- what it adds to its cluster, and takes away again
  created_at timestamptz not null, -- when the conversation began
  ingested_at timestamptz not null,
  primary key (organization_id, issue_id),
  foreign key (organization_id, conversation_id) references conversation on delete cascade,
  foreign key (organization_id, cluster_id) references issues_cluster on delete cascade
);
create index conversation_issue_by_conversation on conversation_issue (organization_id, conversation_id);
create index conversation_issue_by_cluster on conversation_issue (organization_id, cluster_id, issue_id);

-- The issues of a cluster by week and source: sums, so that nothing counts the issues themselves.
create table issues_cluster_week (
  organization_id uuid not null,
  cluster_id uuid not null,
  source text collate "C" not null,
  week date not null, -- its Monday
  issues integer not null,
  primary key (organization_id, cluster_id, source, week),
  foreign key (organization_id, cluster_id) references issues_cluster on delete cascade
);

create table conversation_task (
  organization_id uuid not null,
  cluster_id uuid not null,
  task_id uuid not null,
  title text not null,
  description text,
  state text not null, -- backlog, started, completed, cancelled
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, cluster_id, task_id),
  foreign key (organization_id, cluster_id) references issues_cluster on delete cascade
);
create index conversation_task_by_creator on conversation_task (created_by) where created_by is not null;
