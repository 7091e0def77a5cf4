-- Where sections and variants of a site were before their paths changed, for readers of old links. Written with the
-- change.
create table site_former_path (
  organization_id uuid,
  site_id uuid,
  parent_id uuid, -- the section of a variant; else the site
  path text collate "C",
  part_id uuid not null, -- the section or site space that had the path last
  left_at timestamptz not null,
  primary key (organization_id, site_id, parent_id, path),
  foreign key (organization_id, site_id) references site on delete cascade
);
