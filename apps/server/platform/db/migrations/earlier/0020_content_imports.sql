-- Imports of content, the running ones and those of before. A change request or a page may be deleted while its import waits.
create table content_import (
  organization_id uuid not null,
  space_id uuid not null,
  import_id uuid not null,
  change_request_id uuid,
  page_id uuid,
  status text not null, -- pending, in-progress, completed, failed, cancelled
  request jsonb not null, -- { source, url, format?, maxPages? }
  credentials bytea, -- encrypted; cleared when the import ends
  actor jsonb not null, -- who asked for it
  progress jsonb not null default '{}',
  outcome jsonb, -- { revision, format, counts, pages, total }
  problems jsonb not null default '[]',
  problem_count integer not null default 0,
  reason text, -- why it failed: for programs, then for people
  message text,
  created_at timestamptz not null,
  started_at timestamptz,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, space_id, import_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
