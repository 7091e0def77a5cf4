-- Links that show a change request to somebody without an account, as a site draws it.
create table change_request_preview_link (
  organization_id uuid,
  space_id uuid,
  change_request_id uuid,
  preview_link_id uuid,
  site_id uuid not null,
  author_id uuid not null, -- the link ends when they may no longer edit the space
  digest bytea not null, -- of the secret, which is shown once
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, space_id, change_request_id, preview_link_id),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade,
  foreign key (organization_id, site_id) references site on delete cascade
);
create unique index preview_link_by_digest on change_request_preview_link (organization_id, digest);
create index preview_link_of_site on change_request_preview_link (organization_id, site_id);
