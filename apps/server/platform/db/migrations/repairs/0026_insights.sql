-- For databases whose 0026_insights kept the retention beside the organization. The default was 400 days.
create table if not exists organization_insights (
  organization_id uuid primary key references organization on delete cascade,
  retention_days integer not null
);
alter table organization add column if not exists insights_retention_days integer;
insert into organization_insights (organization_id, retention_days)
  select organization_id, insights_retention_days from organization
  where insights_retention_days is not null and insights_retention_days <> 400
  on conflict do nothing;
alter table organization drop column insights_retention_days;
