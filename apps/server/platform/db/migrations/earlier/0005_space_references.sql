-- Which pages and reusable contents of the current revision of a space may refer to which other space, so that a page
-- can tell who refers to it from elsewhere. The ids stand in addresses that anybody can write: they may name nothing.

create table space_reference (
  organization_id uuid not null,
  space_id uuid not null,
  owner_id uuid not null, -- the page or reusable content
  target_space_id uuid not null,
  primary key (organization_id, space_id, owner_id, target_space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index space_reference_by_target on space_reference (organization_id, target_space_id, space_id);

-- Spaces that are here already are read once by a job each.
insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, created_at)
select organization_id, gen_random_uuid(), 'space-references', jsonb_build_object('spaceId', space_id), 'space-references', now(), now()
from space;
