-- outside a transaction
create index concurrently if not exists organization_suspended on organization (organization_id) where (suspended_at is not null);
