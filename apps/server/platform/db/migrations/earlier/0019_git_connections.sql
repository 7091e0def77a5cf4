-- The Git repository with which a space is kept in step. What was last the same on both sides stays in space_git.
create table git_connection (
  organization_id uuid not null,
  space_id uuid not null,
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
create index git_connection_to_poll on git_connection (next_poll_at)
  where next_poll_at is not null and paused_at is null;
