-- What is known of the addresses outside that current revisions refer to. Kept while LECTERN_LINK_CHECKS is on.

create table external_link (
  organization_id uuid not null references organization on delete cascade,
  url_hash bytea not null, -- SHA-256 of the url: those may be longer than an index takes
  url text not null, -- normalized, without fragment and credentials
  host text collate "C" not null, -- asked politely: one request at a time
  state text, -- ok, broken, unknown; null: not checked yet
  status_code integer,
  reason text,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  failures integer not null default 0, -- in a row
  primary key (organization_id, url_hash)
);
create index external_link_due on external_link (next_check_at);

-- Which space refers to which address. The results are shared by all spaces of the organization.
create table external_link_use (
  organization_id uuid not null,
  space_id uuid not null,
  url_hash bytea not null,
  primary key (organization_id, space_id, url_hash),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index external_link_use_by_url on external_link_use (organization_id, url_hash);

-- The revision whose addresses are in external_link_use, and the version of the facts that they were read from.
create table external_link_reading (
  organization_id uuid not null,
  space_id uuid not null,
  revision_id uuid not null,
  facts_version integer not null,
  primary key (organization_id, space_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
