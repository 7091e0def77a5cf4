-- For databases whose 0026_insights kept the retention beside the organization, where the default was 400 days. The
-- column goes first: its constraint has the name that the new one gets.
alter table organization add column if not exists insights_retention_days integer;
create temporary table kept_retention on commit drop as
  select organization_id, insights_retention_days as retention_days from organization
  where insights_retention_days is not null and insights_retention_days <> 400;
alter table organization drop column insights_retention_days;
create table if not exists organization_insights (
  organization_id uuid primary key references organization on delete cascade,
  retention_days integer not null
);
insert into organization_insights (organization_id, retention_days)
  select organization_id, retention_days from kept_retention
  on conflict do nothing;
