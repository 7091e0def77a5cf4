-- For databases with one of the three forms that 0024_git_branches had before it was final.
alter table git_commit add column if not exists own_revision_id uuid;
update git_commit set own_revision_id = revision_id where own_revision_id is null;
alter table git_commit alter column own_revision_id set not null;
insert into git_commit (organization_id, space_id, oid, line_revision_id, own_revision_id, revision_id,
    read_revision_id, created_at)
  select organization_id, space_id, imported_oid, imported_revision_id, imported_revision_id, imported_revision_id,
    coalesce(read_revision_id, imported_revision_id), updated_at
  from space_git where imported_oid is not null and imported_revision_id is not null
  on conflict do nothing;
alter table git_branch
  add column if not exists seen_revision_id uuid,
  add column if not exists seen_status text,
  add column if not exists checked_at timestamptz;
