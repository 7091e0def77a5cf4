-- Logos, icons and fonts that are stored with a site. One that its customization no longer names is deleted after a day.
create table site_file (
  organization_id uuid,
  site_id uuid,
  site_file_id uuid,
  name text not null,
  hash bytea not null,
  size bigint not null,
  content_type text not null,
  width integer,
  height integer,
  created_at timestamptz not null,
  primary key (organization_id, site_id, site_file_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create index site_file_created_at on site_file (created_at);
