-- Imports into an organization: each set of documentation of a source becomes a space. Dry runs are kept for a month,
-- the reports of imports as long as the organization.
create table organization_import (
  organization_id uuid references organization on delete cascade,
  import_id uuid,
  is_dry_run boolean not null,
  status text not null, -- pending, in-progress, completed, failed, cancelled
  request jsonb not null, -- { source?, url, upload?, target, roots?, … }
  credentials bytea, -- encrypted; cleared when the import ends
  author_id uuid not null,
  actor jsonb not null, -- who asked for it
  progress jsonb not null default '{}',
  outcome jsonb not null default '{}', -- { source, product, roots: [{ path, spaceId?, counts, problems, … }], siteId? }
  reason text, -- why it failed: for programs, then for people
  message text,
  created_at timestamptz not null,
  started_at timestamptz,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, import_id)
);

-- A file for an import into the organization belongs to no space.
alter table upload alter column space_id drop not null;
