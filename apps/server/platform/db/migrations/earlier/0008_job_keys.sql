-- A claim asks of each due job whether an earlier one has its key. Without this, every claim read the whole queue once
-- for each due job: twelve seconds with ten thousand of them, as the first start of a release can leave.
create index job_by_key on job (concurrency_key, job_id) where concurrency_key is not null;

-- A job that fails keeps the younger ones of its key waiting: one space that cannot be read must not keep all others.
update job set concurrency_key = 'space-references:' || (payload->>'spaceId') where kind = 'space-references';
