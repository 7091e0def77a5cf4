-- For databases with 0034_announced_openapi_versions, which had only the first of the two columns.
alter table openapi_version add column if not exists news jsonb;
