-- The change requests in which people fill in what nothing translates, and what translating uses up.

alter table translation_target
  add column change_request_id uuid, -- the last one that was opened for what is to be filled in; null: none was
  add column request_revision_id uuid, -- its content as it was written last: another one means that people have changed it
  add column resume_at timestamptz; -- when a run goes on that the limit of a day has stopped; null: none was

create table translation_usage (
  organization_id uuid not null references organization on delete cascade,
  day date not null, -- in UTC
  characters bigint not null, -- that providers were sent, placeholders included
  primary key (organization_id, day)
);

-- What readers are told of a page.
alter table translation_page
  add column machine integer not null default 0; -- blocks that a machine has translated, and nobody has changed
update translation_page set machine =
  jsonb_array_length(jsonb_path_query_array(tracked, '$.blocks[*] ? (@.by == "machine" && @.state == "current")'))
  + jsonb_array_length(jsonb_path_query_array(tracked, '$.texts.* ? (@.by == "machine" && @.state == "current")'));
alter table translation_settings
  add column tells_readers boolean not null default true; -- whether published pages say that they were translated
