-- Whether the revision may be dissolved into the next one: an edit that nothing has named yet. Earlier revisions may not,
-- because nobody recorded who had read them.
alter table revision add column may_coalesce boolean not null default false;
-- When the first of the revisions that were dissolved into this one was made, and how many these are; null: none were.
alter table revision add column began_at timestamptz;
alter table revision add column autosaves integer;
create index revision_to_coalesce on revision (organization_id, space_id, created_at) where (may_coalesce);

-- Raised whenever revisions of the space get other parents: what is kept in memory with the parents is kept under it.
alter table space add column history_epoch integer not null default 0;
