-- Comments on spaces and change requests, on their pages, blocks and texts.

create table comment (
  organization_id uuid not null,
  space_id uuid not null,
  comment_id uuid not null,
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
create index comment_of_space on comment (organization_id, space_id, created_at, comment_id)
  where change_request_id is null;
create index comment_of_change_request on comment
  (organization_id, space_id, change_request_id, created_at, comment_id) where change_request_id is not null;
create index comment_of_page on comment (organization_id, space_id, page_id) where page_id is not null;
create index open_comment on comment (organization_id, space_id, change_request_id) where resolved_at is null;

create table comment_reply (
  organization_id uuid not null,
  space_id uuid not null,
  comment_id uuid not null,
  reply_id uuid not null,
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
  organization_id uuid not null,
  space_id uuid not null,
  comment_id uuid not null,
  entry_id uuid not null,
  emoji text not null, -- hexadecimal code points
  author_id uuid not null,
  created_at timestamptz not null,
  primary key (organization_id, space_id, comment_id, entry_id, emoji, author_id),
  foreign key (organization_id, space_id, comment_id) references comment on delete cascade
);

create table comment_mention (
  organization_id uuid not null,
  space_id uuid not null,
  comment_id uuid not null,
  entry_id uuid not null,
  user_id uuid not null,
  primary key (organization_id, space_id, comment_id, entry_id, user_id),
  foreign key (organization_id, space_id, comment_id) references comment on delete cascade
);
