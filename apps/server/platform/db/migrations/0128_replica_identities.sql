-- The rows of tables without a primary key are told apart by all of their columns, so that they can be moved from one
-- machine to another while they are written (docs/decisions/distribution.md). Nothing is rewritten.
alter table site_audience_day replica identity full;
alter table site_event_hour replica identity full;
alter table site_page_day replica identity full;
