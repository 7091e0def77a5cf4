-- What transactions tell all processes. A row is there from the commit until a process has told it.
create table announcement (
  number bigint generated always as identity primary key,
  messages jsonb not null, -- a list of {channel, payload, isEvent}
  created_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Counts the batches in which they are told: whoever has heard fewer has missed some.
create sequence announcement_batch;
