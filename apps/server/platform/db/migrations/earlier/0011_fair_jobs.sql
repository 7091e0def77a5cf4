-- How often the process that ran the job died. A job that took its process down twice is given up.
alter table job add column crashes integer not null default 0;

-- A claim looks at the oldest due job of each kind and organization, so that a claim costs what the number of
-- organizations with waiting jobs asks for, however many jobs one of them has.
create index job_waiting on job (kind, organization_id, run_at, job_id) where worker_id is null;
drop index job_due;
