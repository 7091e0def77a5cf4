-- Files that were sent before the edit that names them. Kept for a day.
create table upload (
  organization_id uuid references organization on delete cascade,
  upload_id uuid,
  space_id uuid not null,
  author_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  -- Null while bytes are missing.
  hash bytea,
  size bigint,
  content_type text,
  width integer,
  height integer,
  -- Whether an edit has named it.
  is_used boolean not null default false,
  primary key (organization_id, upload_id)
);
create index upload_created_at on upload (created_at);
