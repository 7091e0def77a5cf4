-- Exports of whole organizations: each makes one archive, which is kept for a limited time in a folder of files that has
-- the id of the export.
create table organization_export (
  organization_id uuid references organization on delete cascade,
  export_id uuid,
  status text not null, -- pending, in-progress, completed, failed
  author_id uuid, -- null: a service account, or the operator
  hash bytea, -- of the archive; null: it is not complete, or was removed
  size bigint,
  counts jsonb, -- {rows, files, people}
  reason text, -- why it failed: for programs, then for people
  message text,
  created_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz, -- when the archive is removed
  primary key (organization_id, export_id)
);
create index organization_export_expiring on organization_export (expires_at) where (expires_at is not null);

-- Imports of such archives into a new organization, which has this id and exists only once the import is complete.
create table archive_import (
  organization_id uuid primary key,
  archive_id uuid not null, -- the folder of the archive
  hash bytea,
  size bigint,
  status text not null, -- pending, in-progress, completed, failed
  administrator_id uuid not null, -- who becomes the administrator of the organization
  author_id uuid, -- null: the operator
  report jsonb, -- {title, rows, files, people, …}
  reason text,
  message text,
  created_at timestamptz not null,
  ended_at timestamptz
);
