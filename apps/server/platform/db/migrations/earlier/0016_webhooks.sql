-- Where an organization wants to hear of changes.
create table webhook (
  organization_id uuid not null references organization on delete cascade,
  webhook_id uuid not null,
  title text not null,
  url text not null,
  events text[] not null,
  secret bytea not null, -- sealed
  previous_secret bytea, -- also signs, until previous_secret_until
  previous_secret_until timestamptz,
  is_enabled boolean not null default true,
  disabled_reason text, -- set when the service disabled it
  failing_since timestamptz, -- since the last success
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, webhook_id)
);

-- What happened, for the webhooks that want to hear of it. Written in the transaction that makes the change.
create table webhook_event (
  organization_id uuid not null references organization on delete cascade,
  event_id uuid not null,
  space_id uuid,
  type text not null,
  actor jsonb not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  primary key (organization_id, event_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index webhook_event_of_space on webhook_event (organization_id, space_id) where space_id is not null;
create index webhook_event_by_age on webhook_event (occurred_at);

create table webhook_delivery (
  organization_id uuid not null,
  webhook_id uuid not null,
  delivery_id uuid not null,
  event_id uuid not null,
  queue_id uuid not null, -- the space of the event, or zero
  sequence bigint generated always as identity, -- the order within the queue
  state text not null default 'waiting', -- 'delivered', 'failed'
  tries integer not null default 0, -- failed attempts since it was last requested
  run_at timestamptz not null, -- of the next attempt
  attempts jsonb not null default '[]', -- the last ones, with what was answered
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, webhook_id, delivery_id),
  foreign key (organization_id, webhook_id) references webhook on delete cascade,
  foreign key (organization_id, event_id) references webhook_event on delete cascade
);
create index webhook_delivery_waiting on webhook_delivery (organization_id, webhook_id, queue_id, sequence)
  where state = 'waiting';
create index webhook_delivery_of_event on webhook_delivery (organization_id, event_id);

-- The queues with deliveries that wait: each has a job, which deletes the row when nothing waits any more. Whoever adds
-- a delivery holds the row until the commit, so that the job cannot miss it.
create table webhook_queue (
  organization_id uuid not null,
  webhook_id uuid not null,
  queue_id uuid not null,
  primary key (organization_id, webhook_id, queue_id),
  foreign key (organization_id, webhook_id) references webhook on delete cascade
);
