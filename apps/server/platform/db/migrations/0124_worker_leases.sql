-- The processes that own jobs without a session that could hold a lock: each until its time, by the clock of the database.
create table worker_lease (
  worker_id int primary key, -- from job_worker_id
  expires_at timestamptz not null
);
