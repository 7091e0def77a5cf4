-- Rollups for what is asked most: by hour without pages, pages by day, and visitors by day without what they did. All of
-- them are made of site_event, and made again by the next run of the upkeep.

drop table site_event_hour;
delete from site_session_day;
alter table site_session_day alter column events type integer;
update site_insights set rolled_until = null;

create table site_event_hour (
  organization_id uuid not null,
  site_id uuid not null,
  hour timestamptz not null,
  row_no integer not null,
  type smallint not null,
  display_context smallint not null,
  bot smallint,
  site_section_id uuid,
  site_space_id uuid,
  events integer not null,
  primary key (organization_id, site_id, hour, row_no)
);

create table site_page_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  row_no integer not null,
  type smallint not null,
  display_context smallint not null,
  bot smallint,
  site_section_id uuid,
  site_space_id uuid,
  space_id uuid,
  page_id uuid,
  events integer not null,
  primary key (organization_id, site_id, day, row_no)
);

create table site_visitor_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  row_no integer not null,
  visitor bigint not null,
  claims_id bigint,
  is_authenticated boolean,
  display_context smallint not null,
  bot smallint,
  events integer not null,
  primary key (organization_id, site_id, day, row_no)
);
create index site_visitor_day_visitor on site_visitor_day (organization_id, site_id, visitor);
