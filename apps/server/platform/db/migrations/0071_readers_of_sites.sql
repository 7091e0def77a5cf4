-- Who reads a site beyond what the public client knows: members, teams, or those who know a password. The visibility is
-- then visitor-auth, so that a process of an earlier version, which still runs during an upgrade, opens it to nobody.
alter table site add column readers text;
alter table site add column password_hash text; -- Argon2's text; only while the readers are password
alter table site add column password_changed_at timestamptz;

-- The teams whose members read a site; only while its readers are teams.
create table site_reader_team (
  organization_id uuid,
  site_id uuid,
  team_id uuid,
  primary key (organization_id, site_id, team_id),
  foreign key (organization_id, site_id) references site on delete cascade,
  foreign key (organization_id, team_id) references team on delete cascade
);
create index site_reader_team_by_team on site_reader_team (organization_id, team_id);

-- Hands a signed-in browser over to the host of a site, once and within a minute. Both secrets are SHA-256 digests.
create table site_entry_code (
  digest bytea primary key,
  organization_id uuid not null,
  site_id uuid not null,
  session_id uuid not null references user_session(session_id) on delete cascade,
  host text not null, -- of the site when the code was made
  browser_digest bytea not null, -- of the cookie that the site gave the browser before
  expires_at timestamptz not null,
  foreign key (organization_id, site_id) references site on delete cascade
);
create index site_entry_code_by_site on site_entry_code (organization_id, site_id);
create index site_entry_code_by_session on site_entry_code (session_id);
create index site_entry_code_by_end on site_entry_code (expires_at);
