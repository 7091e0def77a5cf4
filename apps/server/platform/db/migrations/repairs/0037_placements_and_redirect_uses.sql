-- For databases with 0037_translation_placements, which did not count the uses of redirects.
create table if not exists site_redirect_use (
  organization_id uuid not null,
  site_id uuid not null,
  site_redirect_id uuid not null,
  uses bigint not null,
  last_used_at timestamptz not null,
  primary key (organization_id, site_id, site_redirect_id),
  foreign key (organization_id, site_id, site_redirect_id) references site_redirect on delete cascade
);
