-- outside a transaction
-- A claim steps from organization to organization, and reads the oldest due jobs of a few of them.
create index concurrently if not exists job_due on job (kind, organization_id, run_at, job_id)
  where (worker_id is null and is_due);
-- Finds the scheduled jobs whose time has come, without reading those that are due already.
create index concurrently if not exists job_scheduled on job (run_at) where (worker_id is null and not is_due);
