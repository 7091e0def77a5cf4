-- The webhooks of Git hosts that arrived, so that one that is sent again does nothing. Kept for a week.
create table git_webhook_delivery (
  organization_id uuid not null,
  space_id uuid not null,
  delivery_digest bytea not null, -- of the id that the host gave it
  received_at timestamptz not null,
  primary key (organization_id, space_id, delivery_digest),
  foreign key (organization_id, space_id) references git_connection on delete cascade
);
create index git_webhook_delivery_by_age on git_webhook_delivery (received_at);

-- Old operations are deleted.
create index git_operation_by_age on git_operation (ended_at) where ended_at is not null;
