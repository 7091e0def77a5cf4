-- Published sites. A site puts spaces in front of readers: in sections and variants, at an address, to those who may
-- see them.

-- Leads from an id, an address or a hostname to the site; sharded by itself like the other directories.
create table site_directory (
  site_id uuid primary key,
  organization_id uuid not null references organization on delete cascade
);

create table site (
  organization_id uuid not null references organization on delete cascade,
  site_id uuid not null,
  title text not null,
  title_folded text collate "C" not null, -- for searching without case
  visibility text not null, -- public, unlisted, share-link, visitor-auth
  default_level text default 'inherit', -- a role, 'inherit', or null: nobody by default
  basename text collate "C" not null, -- below the sites origin; also in site_address
  hostname text collate "C", -- served once its DNS record was found; also in site_address from then on
  hostname_proof text collate "C", -- the value of the TXT record that proves the hostname
  hostname_verified_at timestamptz,
  hostname_checked_at timestamptz,
  hostname_failed_at timestamptz, -- since when the record has been missing
  published_at timestamptz, -- null: not published
  adaptive boolean not null default false,
  allows_unsigned_claims boolean not null default false,
  adaptive_schema jsonb,
  adaptive_schema_updated_at timestamptz,
  customization jsonb not null default '{}', -- what differs from the default theme
  customization_updated_at timestamptz,
  auth_key bytea, -- sealed; signs the tokens of visitors
  auth_old_key bytea, -- sealed; accepted until auth_old_key_until
  auth_old_key_until timestamptz,
  auth_fallback_url text,
  auth_logout_url text,
  renderer_url text, -- where a renderer that caches answers hears of changes
  renderer_secret bytea, -- sealed; signs those calls
  renderer_called_at timestamptz,
  renderer_problem text, -- why the last call failed
  visitor_epoch integer not null default 0, -- part of every visitor's cookie and token; raising it ends them all
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, site_id)
);
create index site_with_renderer on site (site_id) where renderer_url is not null;
create index site_by_hostname on site (hostname) where hostname is not null;
-- In the order in which hostnames are checked again; those first that never were.
create index site_hostname_due on site (coalesce(hostname_checked_at, '-infinity')) where hostname is not null;

-- Every name under which a site is served: its basename, and its hostname once proven.
create table site_address (
  kind text not null, -- basename, hostname
  name text collate "C" not null,
  organization_id uuid not null,
  site_id uuid not null,
  constraint site_address_unique primary key (kind, name),
  foreign key (organization_id, site_id) references site on delete cascade
);
create index site_address_by_site on site_address (organization_id, site_id);

create table site_section_group (
  organization_id uuid not null,
  site_id uuid not null,
  site_section_group_id uuid not null,
  parent_id uuid, -- the group that it is in
  title text not null,
  localized_titles jsonb,
  icon text,
  is_draft boolean not null default false,
  position integer not null, -- among the sections, groups and links of its parent
  primary key (organization_id, site_id, site_section_group_id),
  foreign key (organization_id, site_id) references site on delete cascade
);

create table site_section (
  organization_id uuid not null,
  site_id uuid not null,
  site_section_id uuid not null,
  group_id uuid,
  title text not null,
  localized_titles jsonb,
  description text,
  localized_descriptions jsonb,
  path text collate "C" not null,
  condition text,
  icon text,
  is_default boolean not null,
  is_draft boolean not null default false,
  position integer not null,
  primary key (organization_id, site_id, site_section_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create unique index site_section_path_unique on site_section (organization_id, site_id, path);
create unique index site_section_default_unique on site_section (organization_id, site_id) where is_default;

create table site_external_link (
  organization_id uuid not null,
  site_id uuid not null,
  site_external_link_id uuid not null,
  group_id uuid,
  title text not null,
  localized_titles jsonb,
  description text,
  localized_descriptions jsonb,
  icon text,
  url text not null,
  condition text,
  is_draft boolean not null default false,
  position integer not null,
  primary key (organization_id, site_id, site_external_link_id),
  foreign key (organization_id, site_id) references site on delete cascade
);

-- A space on a site: in a section, or at the root of a site without sections.
create table site_space (
  organization_id uuid not null,
  site_id uuid not null,
  site_space_id uuid not null,
  site_section_id uuid,
  space_id uuid not null,
  path text collate "C" not null,
  title text, -- null: the title of the space
  localized_titles jsonb,
  condition text,
  is_default boolean not null,
  is_draft boolean not null default false,
  is_hidden boolean not null default false,
  page_id text, -- the page that is shown first; null: the first one
  customization jsonb, -- what differs from the site's
  customization_updated_at timestamptz,
  position integer not null,
  primary key (organization_id, site_id, site_space_id),
  foreign key (organization_id, site_id) references site on delete cascade,
  foreign key (organization_id, space_id) references space on delete cascade,
  foreign key (organization_id, site_id, site_section_id) references site_section on delete cascade
);
create index site_space_by_space on site_space (organization_id, space_id);
create unique index site_space_default_unique on site_space
  (organization_id, site_id, coalesce(site_section_id, site_id)) where is_default;
create unique index site_space_path_unique on site_space
  (organization_id, site_id, coalesce(site_section_id, site_id), path);

create table site_share_link (
  organization_id uuid not null,
  site_id uuid not null,
  share_link_id uuid not null,
  name text not null,
  is_active boolean not null default true,
  digest bytea not null, -- of the key
  sealed_key bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, site_id, share_link_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create unique index site_share_link_digest_unique on site_share_link (organization_id, site_id, digest);

create table site_redirect (
  organization_id uuid not null,
  site_id uuid not null,
  site_redirect_id uuid not null,
  source text collate "C" not null, -- in lower case, percent-encoded, without a slash at the end
  is_wildcard boolean not null default false, -- whether the source ends with a star
  captures_wildcard boolean not null default false, -- whether the rest of the path goes to the destination
  is_draft boolean not null default false,
  is_permanent boolean not null default false,
  destination jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, site_id, site_redirect_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create unique index site_redirect_source_unique on site_redirect (organization_id, site_id, source, is_draft);
create index site_redirect_wildcard on site_redirect (organization_id, site_id, length(source))
  where is_wildcard;
create index site_redirect_by_created on site_redirect (organization_id, site_id, created_at, site_redirect_id);

create table site_user_grant (
  organization_id uuid not null,
  site_id uuid not null,
  user_id uuid not null,
  role text not null,
  primary key (organization_id, site_id, user_id),
  foreign key (organization_id, site_id) references site on delete cascade,
  foreign key (organization_id, user_id) references member on delete cascade
);
create index site_user_grant_by_user on site_user_grant (organization_id, user_id);

create table site_team_grant (
  organization_id uuid not null,
  site_id uuid not null,
  team_id uuid not null,
  role text not null,
  primary key (organization_id, site_id, team_id),
  foreign key (organization_id, site_id) references site on delete cascade,
  foreign key (organization_id, team_id) references team on delete cascade
);
create index site_team_grant_by_team on site_team_grant (organization_id, team_id);

-- Where pages of a space were before they moved, for readers of old links. Written with the move.
create table former_path (
  organization_id uuid not null,
  space_id uuid not null,
  path text collate "C" not null, -- of slugs, in lower case
  page_id uuid not null,
  left_at timestamptz not null,
  primary key (organization_id, space_id, path),
  foreign key (organization_id, space_id) references space on delete cascade
);
