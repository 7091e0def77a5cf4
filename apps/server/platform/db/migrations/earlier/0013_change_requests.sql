-- Change requests: a line of revisions beside the space, with what people say about it.

alter table space
  add column last_change_request integer not null default 0, -- the number that was given last
  add column change_requests integer not null default 0, -- counted again by each transaction that changes one
  add column change_requests_open integer not null default 0,
  add column change_requests_draft integer not null default 0,
  add column comments_open integer not null default 0;

create index revision_by_time on revision (organization_id, space_id, created_at desc, revision_id desc);

-- Authors are users, or service accounts by the id of their token.
create table change_request (
  organization_id uuid not null,
  space_id uuid not null,
  change_request_id uuid not null,
  number integer not null,
  status text not null check (status in ('draft', 'open', 'archived', 'merged')),
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

create index change_request_by_merge on change_request (organization_id, space_id, merged_revision_id)
  where merged_revision_id is not null;

create table change_request_contributor (
  organization_id uuid not null,
  space_id uuid not null,
  change_request_id uuid not null,
  author_id uuid not null,
  action text not null check (action in ('edit', 'comment')),
  count integer not null,
  updated_at timestamptz not null,
  primary key (organization_id, space_id, change_request_id, author_id, action),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);

create table change_request_reviewer (
  organization_id uuid not null,
  space_id uuid not null,
  change_request_id uuid not null,
  user_id uuid not null,
  requested_by uuid not null,
  revision_id uuid not null, -- the content when the review was requested
  created_at timestamptz not null,
  primary key (organization_id, space_id, change_request_id, user_id),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);
create index change_request_reviewer_of_user on change_request_reviewer (organization_id, user_id);

create table change_request_review (
  organization_id uuid not null,
  space_id uuid not null,
  change_request_id uuid not null,
  review_id uuid not null,
  reviewer_id uuid not null,
  requested_by uuid, -- who asked for it; null: nobody
  status text not null check (status in ('approved', 'changes-requested')),
  revision_id uuid not null, -- the content that was reviewed
  is_outdated boolean not null default false, -- the content moved on, or the reviewer reviewed again
  comment_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, space_id, change_request_id, review_id),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);

-- Conflicts that a merge or an update met. An answer stays valid for as long as the same texts conflict.
create table change_request_conflict (
  organization_id uuid not null,
  space_id uuid not null,
  change_request_id uuid not null,
  conflict_id text not null, -- a hash of what conflicts
  position integer not null,
  conflict jsonb not null,
  answer jsonb, -- null: not answered yet
  answered_by uuid,
  answered_at timestamptz,
  is_current boolean not null default true, -- the last merge or update met it
  primary key (organization_id, space_id, change_request_id, conflict_id),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);
