-- When webhooks and members were told of a version; null: not yet. Versions of earlier releases stay untold.
alter table openapi_version add column announced_at timestamptz;
-- What changed with it, in short, for feeds: {counts, changes}; null: it is not known.
alter table openapi_version add column news jsonb;
