-- Search. What is indexed of a space is a list of immutable segments; the row that names them moves in the transaction
-- that moves the space. Segments are never changed and may be named by several spaces (duplicates).

create table search_segment (
  organization_id uuid not null references organization on delete cascade,
  segment_id uuid not null,
  bytes bytea not null,
  touched_at timestamptz not null default now(),
  primary key (organization_id, segment_id)
);
-- They are read as a whole, and what they hold is compact already.
alter table search_segment alter column bytes set storage external;

create table search_index (
  organization_id uuid not null,
  space_id uuid not null,
  revision_id uuid not null,
  version integer not null, -- of what is indexed of a page, and of how
  language text,
  live_pages integer not null, -- how many pages of the revision are to be found
  segments jsonb not null, -- [{ id, pages, bytes, isShared? }], oldest first
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
