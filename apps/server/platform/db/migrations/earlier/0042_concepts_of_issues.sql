-- Issues are also compared by what their words stand for. Jobs that begin with the first start read all conversations
-- again; issues stay in their clusters. What is rare is counted anew.
update issues_model set version = version + 1, issues = 0, counts = ''::bytea, frozen_issues = 0, frozen_counts = ''::bytea;
update conversation set processed_at = null;
insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, created_at)
select organization_id, gen_random_uuid(), 'conversation-issues', '{}', 'conversations:' || organization_id, now(), now()
from issues_model;
