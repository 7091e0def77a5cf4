-- Issues are compared by the embeddings of a language model, where one is configured.
alter table issues_model add embedding_model text; -- the model that the embeddings are of; null: none was used yet
alter table issues_cluster
  add embedding bytea, -- the sum of the embeddings of its issues; null: none has one
  add embedded_issues integer not null default 0; -- how many of them have one
alter table conversation_issue add embedding bytea;

-- Issues are no longer compared by a vocabulary of frequent subjects. Jobs that begin with the first start read all
-- conversations again; issues stay in their clusters. What is rare is counted anew.
update issues_model set version = version + 1, issues = 0, counts = ''::bytea, frozen_issues = 0, frozen_counts = ''::bytea;
update conversation set processed_at = null;
insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, created_at)
select organization_id, gen_random_uuid(), 'conversation-issues', '{}', 'conversations:' || organization_id, now(), now()
from issues_model;
