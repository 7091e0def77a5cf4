-- Whether the time of a job has come. Workers mark the jobs that were scheduled for later, so that a claim does not pass
-- over those that are not due yet.
alter table job add column is_due boolean not null default false;
