-- Sources of specs that were replaced before they were processed: each still becomes a version.
create table openapi_waiting_source (
  organization_id uuid not null,
  spec_id uuid not null,
  source_number integer not null,
  source_url text,
  source_text bytea,
  primary key (organization_id, spec_id, source_number),
  foreign key (organization_id, spec_id) references openapi_spec on delete cascade
);
