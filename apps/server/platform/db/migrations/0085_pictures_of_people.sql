-- The pictures of users and the logos of organizations, as small WebP files that the service wrote. Addresses contain
-- the id, and a new picture has a new one.
create table user_picture (
  user_id uuid primary key references user_account on delete cascade,
  picture_id uuid not null,
  bytes bytea not null,
  created_at timestamptz not null
);
create table organization_logo (
  organization_id uuid primary key references organization on delete cascade,
  picture_id uuid not null,
  bytes bytea not null,
  created_at timestamptz not null
);
