-- The commits of the connected branch that were synchronized, with what the space was then: where other branches began.
create table git_commit (
  organization_id uuid not null,
  space_id uuid not null,
  oid text not null,
  line_revision_id uuid not null, -- the revision that contains the commit, in the history of the space
  own_revision_id uuid not null, -- the content of the space that was last written to the branch or read from it
  revision_id uuid not null, -- the content that both had in common
  read_revision_id uuid not null, -- what the commit reads as
  created_at timestamptz not null,
  primary key (organization_id, space_id, oid),
  foreign key (organization_id, space_id) references space_git on delete cascade
);
insert into git_commit
  select organization_id, space_id, imported_oid, imported_revision_id, imported_revision_id, imported_revision_id,
    coalesce(read_revision_id, imported_revision_id), updated_at
  from space_git where imported_oid is not null and imported_revision_id is not null;
create index git_commit_by_revision on git_commit (organization_id, space_id, line_revision_id);

-- Other branches of the repository, and the change requests that they are.
create table git_branch (
  organization_id uuid not null,
  space_id uuid not null,
  ref text not null,
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
