-- What somebody opened lately. The objects are found by their ids, wherever they are now.
create table user_recent (
  user_id uuid references user_account on delete cascade,
  space_id uuid,
  page_id uuid, -- all zeros: the space itself
  opened_at timestamptz not null,
  primary key (user_id, space_id, page_id)
);

create table user_favorite (
  user_id uuid references user_account on delete cascade,
  favorite_id uuid,
  kind text not null, -- space, page, collection, site, change-request
  space_id uuid, -- of a page or change request
  object_id uuid not null,
  position integer not null,
  created_at timestamptz not null,
  primary key (user_id, favorite_id),
  unique nulls not distinct (user_id, kind, space_id, object_id)
);
