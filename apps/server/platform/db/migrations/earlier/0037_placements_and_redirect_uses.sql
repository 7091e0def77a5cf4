-- On which sites a translated space was placed, and how often redirects are followed.

-- Once for each site: whoever takes a translated space off a site does not find it there again.
create table translation_placement (
  organization_id uuid not null,
  settings_id uuid not null,
  language text not null,
  site_id uuid not null,
  primary key (organization_id, settings_id, language, site_id),
  foreign key (organization_id, settings_id, language) references translation_target on delete cascade,
  foreign key (organization_id, site_id) references site on delete cascade
);
create index translation_placement_by_site on translation_placement (organization_id, site_id);
-- Nobody knows which sites got the source later, and from which somebody has taken the translation off.
insert into translation_placement (organization_id, settings_id, language, site_id)
  select distinct t.organization_id, t.settings_id, t.language, o.site_id
  from translation_target t
  join translation_settings s on s.organization_id = t.organization_id and s.settings_id = t.settings_id
  join site_space o on o.organization_id = s.organization_id and o.space_id = s.source_space_id
  where t.is_placed;
alter table translation_target drop column is_placed;

-- Apart from the redirects, which are read and replaced as whole rows.
create table site_redirect_use (
  organization_id uuid not null,
  site_id uuid not null,
  site_redirect_id uuid not null,
  uses bigint not null,
  last_used_at timestamptz not null,
  primary key (organization_id, site_id, site_redirect_id),
  foreign key (organization_id, site_id, site_redirect_id) references site_redirect on delete cascade
);
