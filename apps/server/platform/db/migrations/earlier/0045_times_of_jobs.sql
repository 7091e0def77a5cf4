-- Finds the jobs whose time comes later than it could, because they were enqueued while the clock was ahead, without
-- reading the queue.
create index job_by_time on job (run_at);
