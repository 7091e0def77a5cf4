-- A lease, by the clock of the database: behind a pooler, a session outlives the process that runs the request. Null if
-- the session tells whether the process is there.
alter table idempotency_key add column running_until timestamptz;
