-- Collections hold spaces and other collections; grants give a member a role on one of either.

create table collection_directory (
  collection_id uuid primary key,
  organization_id uuid not null references organization on delete cascade
);

-- Spaces and collections with the same parent share one order: by position, then by id. A place between two is their
-- mean, so that a move writes one row; when the digits grow too long the siblings are numbered anew.
create table collection (
  organization_id uuid not null references organization on delete cascade,
  collection_id uuid not null,
  title text not null,
  description text,
  parent_id uuid, -- null: at the top
  position numeric not null,
  default_level text, -- a role, 'inherit', or null: nobody by default
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, collection_id),
  constraint collection_in_collection foreign key (organization_id, parent_id) references collection
);
create index collection_by_parent on collection (organization_id, parent_id, position);

alter table space add column position numeric;
update space set position = numbered.position
from (
  select organization_id, space_id,
    row_number() over (partition by organization_id order by space_id) as position
  from space
) numbered
where numbered.organization_id = space.organization_id and numbered.space_id = space.space_id;
alter table space alter column position set not null;
create index space_by_parent on space (organization_id, parent_id, position);

-- A collection cannot go while it holds anything.
alter table space add constraint space_in_collection
  foreign key (organization_id, parent_id) references collection;

-- Who leaves the organization keeps nothing.
create table space_user_grant (
  organization_id uuid not null,
  space_id uuid not null,
  user_id uuid not null,
  role text not null,
  primary key (organization_id, space_id, user_id),
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index space_user_grant_by_user on space_user_grant (organization_id, user_id);

create table collection_user_grant (
  organization_id uuid not null,
  collection_id uuid not null,
  user_id uuid not null,
  role text not null,
  primary key (organization_id, collection_id, user_id),
  foreign key (organization_id, collection_id) references collection on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index collection_user_grant_by_user on collection_user_grant (organization_id, user_id);
