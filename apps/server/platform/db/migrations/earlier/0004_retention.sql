-- A space on its way into another organization. The row goes with the space when it leaves: absent means that nothing
-- is under way, or that it ended well.
create table space_transfer (
  organization_id uuid not null, -- that the space leaves
  space_id uuid not null,
  transfer_id uuid not null,
  target_id uuid not null references organization on delete cascade,
  state text not null, -- running, failed
  error_status integer,
  error text,
  started_at timestamptz not null,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

-- Spaces that were deleted before deleting one enqueued its purge.
insert into job (organization_id, job_id, kind, payload, run_at, created_at)
select organization_id, gen_random_uuid(), 'space-purge', jsonb_build_object('spaceId', space_id),
  deleted_at + interval '7 days', now()
from space where deleted_at is not null;
