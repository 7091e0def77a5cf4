-- When the last backup that the service made by itself was taken. It has one row, or none.
create table last_backup (
  is_only boolean primary key default true check (is_only),
  taken_at timestamptz not null
);
