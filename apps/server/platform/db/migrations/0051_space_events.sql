-- The number of the last event of a space. Taken as the last thing in a transaction, and held until its commit: so the
-- order of the numbers is the order of the commits.
create table space_event_counter (
  organization_id uuid,
  space_id uuid,
  last_number bigint not null,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
) with (fillfactor = 50);

-- What happened in a space, for those who listen: ids, never content. Kept for a day.
create table space_event (
  organization_id uuid,
  space_id uuid,
  number bigint, -- without gaps
  at timestamptz not null,
  change_request_id uuid, -- null: the space itself
  user_id uuid, -- null: everybody who can read what it is about
  body jsonb not null,
  primary key (organization_id, space_id, number),
  foreign key (organization_id, space_id) references space_event_counter on delete cascade
);
create index space_event_by_age on space_event (at);

-- Where each tab of a person is.
alter table presence
  set (fillfactor = 50),
  add column tab text not null default '', -- empty: a client that does not tell its tabs apart
  add column caret jsonb, -- { offset, length? } in the block
  -- When a process last saw the event stream of this tab, by the clock of the database; null: it has none.
  add column streamed_at timestamptz,
  drop constraint presence_pkey,
  add primary key (organization_id, space_id, author_id, tab);
