-- Documents and tree nodes that only superseded autosaves hold, compressed together. Reads look here for what has no row
-- of its own.
create table content_pack (
  organization_id uuid references organization on delete cascade,
  pack_id uuid,
  space_id uuid not null, -- where it came from; other spaces may hold some of it as well
  packed_to timestamptz not null, -- the edits of the space until then are packed
  keys bigint[] not null, -- the first eight bytes of each hash, in the order of the content
  content bytea not null, -- each item with its length before it, compressed
  created_at timestamptz not null default now(),
  primary key (organization_id, pack_id)
);
alter table content_pack alter column content set storage external;
create index content_pack_by_key on content_pack using gin (keys);
create index content_pack_by_space on content_pack (organization_id, space_id, packed_to);

-- Packing deletes rows all the time: their space is used again soon, however large the tables are.
alter table document set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);
alter table document_facts set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);
alter table tree_node set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);
