-- The maintenance of the instance, which ends by itself: at most one row.
create table maintenance (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null,
  message text,
  started_at timestamptz not null
);
