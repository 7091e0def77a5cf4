-- For databases whose 0001_core lacked the departed entries of Git imports.
create table if not exists git_departed (
  organization_id uuid not null,
  space_id uuid not null,
  kind text not null,
  path text not null,
  entry_id uuid not null,
  primary key (organization_id, space_id, kind, path),
  foreign key (organization_id, space_id) references space on delete cascade
);
