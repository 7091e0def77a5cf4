-- Who is editing what, for half a minute after each heartbeat: nothing that must survive a crash.
create unlogged table presence (
  organization_id uuid not null,
  space_id uuid not null,
  author_id uuid not null, -- a user, or a service account by the id of its token
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
  organization_id uuid not null,
  space_id uuid not null,
  author_id uuid not null,
  change_request_id uuid not null, -- all zeros: the space itself
  page_id uuid not null,
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
  user_id uuid not null references user_account on delete cascade,
  notification_id uuid not null,
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
create index notification_unread on notification (user_id, notification_id) where not is_read;

-- Kinds without a row are delivered in both ways.
create table notification_preference (
  user_id uuid not null references user_account on delete cascade,
  kind text not null,
  in_app boolean not null,
  mail boolean not null,
  primary key (user_id, kind)
);
