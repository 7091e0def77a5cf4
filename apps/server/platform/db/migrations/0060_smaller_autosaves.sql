-- Entries with equal keys share one: it finds the spaces with autosaves, and the index by time the edits of each.
drop index revision_to_coalesce;
create index revision_to_coalesce on revision (organization_id, space_id) where (may_coalesce);

-- How much is in a pack: small ones next to each other are joined. Those from before are taken as full.
alter table content_pack
  add column edits integer not null default 500,
  add column bytes integer not null default 8000000; -- before compression
alter table content_pack alter column edits drop default, alter column bytes drop default;
