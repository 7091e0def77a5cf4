-- Which of some segments have which terms, for organizations whose segments do not fit into memory. Written by the
-- first search that needs them, and read again after a start.
create table search_summary (
  organization_id uuid not null references organization on delete cascade,
  summary_id uuid not null,
  format integer not null,
  segment_ids uuid[] not null, -- in the order in which the summary counts them
  languages jsonb not null, -- of the segments; null: none
  bytes bytea not null,
  primary key (organization_id, summary_id)
);
-- They are compact already.
alter table search_summary alter column bytes set storage external;
