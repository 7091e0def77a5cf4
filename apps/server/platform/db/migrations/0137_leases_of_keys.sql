-- Where a pooler shares the sessions of the database, a session says nothing about the process that runs a request: the
-- request is known to run until this time, by the clock of the database, unless its process says so again.
alter table idempotency_key add column running_until timestamptz;
