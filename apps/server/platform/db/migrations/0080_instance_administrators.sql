-- An instance administrator sees and manages the whole instance in the browser; nobody can act as a blocked user.
alter table user_account
  add column is_instance_administrator boolean not null default false,
  add column blocked_at timestamptz; -- null: not blocked
-- Users are listed with the newest first.
create index user_account_by_created on user_account (created_at, user_id) where deleted_at is null;
create index user_account_instance_administrator on user_account (user_id) where is_instance_administrator;

-- On an instance from before, the first administrator, as whom commands act, too.
update user_account set is_instance_administrator = true where user_id = (
  select m.user_id from member m
  join organization o on o.organization_id = m.organization_id and o.deleted_at is null
  join user_account u on u.user_id = m.user_id and u.deleted_at is null
  where m.role = 'admin' and not m.disabled
  order by m.joined_at, m.user_id limit 1);

-- Jobs that were given up. They are kept for a month, so that somebody can see why and run them again.
create table failed_job (
  organization_id uuid, -- the nil UUID: a job of the instance
  job_id uuid,
  kind text not null,
  payload jsonb not null,
  concurrency_key text,
  attempts integer not null,
  error text,
  created_at timestamptz not null,
  failed_at timestamptz not null,
  primary key (organization_id, job_id)
);
create index failed_job_by_time on failed_job (failed_at, job_id);
