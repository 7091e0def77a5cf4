-- For databases with one of the ten forms that 0025_sites had before it was final.
alter table site
  add column if not exists title_folded text collate "C",
  add column if not exists renderer_called_at timestamptz,
  add column if not exists renderer_problem text;
update site set title_folded = replace(lower(normalize(title, NFC)), 'ς', 'σ') where title_folded is null;
alter table site alter column title_folded set not null;
drop index if exists site_by_title;
create index if not exists site_with_renderer on site (site_id) where renderer_url is not null;
create index if not exists site_by_hostname on site (hostname) where hostname is not null;
create index if not exists site_hostname_due on site (coalesce(hostname_checked_at, '-infinity'))
  where hostname is not null;
alter table site_redirect add column if not exists captures_wildcard boolean not null default false;
create index if not exists site_redirect_wildcard on site_redirect (organization_id, site_id, length(source))
  where is_wildcard;
create table if not exists former_path (
  organization_id uuid not null,
  space_id uuid not null,
  path text collate "C" not null,
  page_id uuid not null,
  left_at timestamptz not null,
  primary key (organization_id, space_id, path),
  foreign key (organization_id, space_id) references space on delete cascade
);
