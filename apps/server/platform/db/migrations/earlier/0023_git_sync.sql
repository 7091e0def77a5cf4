-- What the last synchronized commit reads as: the source of the ids of its files. Another revision than the imported one
-- if the space does not take over what only the repository has.
alter table space_git add column read_revision_id uuid;

-- A commit that is on its way to the repository. If the service stops before it knows whether the commit has arrived, the
-- next run finds it there, or not.
alter table space_git add column pushed_oid text;
alter table space_git add column pushed_read_revision_id uuid;
alter table space_git add column pushed_revision_id uuid;
