-- OpenAPI specs of an organization and their versions.

-- What versions consist of, once for equal ones of an organization.
create table openapi_content (
  organization_id uuid not null references organization on delete cascade,
  hash bytea not null, -- SHA-256 of the files
  format text not null, -- of the entry file: json, yaml
  spec_version text not null, -- as the source says it
  filesystem bytea not null, -- JSON in the form of the parser, compressed with gzip
  source bytea not null, -- the text of the entry file, compressed with gzip
  outline jsonb not null, -- {title, operations, webhooks, schemas}
  created_at timestamptz not null,
  primary key (organization_id, hash)
);

create table openapi_spec (
  organization_id uuid not null references organization on delete cascade,
  spec_id uuid not null,
  slug text collate "C" not null,
  visibility text not null, -- private, public
  source_url text, -- null: the source is a text
  source_text bytea, -- a text that is not processed yet, compressed with gzip
  source_number integer not null, -- raised by every new source: a job of a former one changes nothing
  processing_state text not null, -- pending, progress, complete
  error_code text, -- of the last processing: FETCH_TIMEOUT, FETCH_ERROR, PARSE_ERROR
  problems jsonb not null default '[]', -- of the last processing: [{severity, code, message, file, line, column}]
  problem_count integer not null default 0,
  last_version_id uuid,
  last_processed_at timestamptz,
  etag text, -- of the last answer of the URL, if it is the whole spec
  modified text, -- its Last-Modified
  refresh_at timestamptz, -- when the URL is fetched again
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, spec_id),
  constraint openapi_spec_slug unique (organization_id, slug)
);
create index openapi_spec_due on openapi_spec (refresh_at) where refresh_at is not null;

create table openapi_version (
  organization_id uuid not null,
  spec_id uuid not null,
  version_id uuid not null,
  hash bytea not null,
  source_url text,
  created_at timestamptz not null,
  primary key (organization_id, spec_id, version_id),
  foreign key (organization_id, spec_id) references openapi_spec on delete cascade,
  foreign key (organization_id, hash) references openapi_content
);
create index openapi_version_of_content on openapi_version (organization_id, hash);
