-- For databases whose 0036_translation_requests did not count what machines had translated.
alter table translation_page add column if not exists machine integer not null default 0;
update translation_page set machine =
  jsonb_array_length(jsonb_path_query_array(tracked, '$.blocks[*] ? (@.by == "machine" && @.state == "current")'))
  + jsonb_array_length(jsonb_path_query_array(tracked, '$.texts.* ? (@.by == "machine" && @.state == "current")'));
alter table translation_settings add column if not exists tells_readers boolean not null default true;
