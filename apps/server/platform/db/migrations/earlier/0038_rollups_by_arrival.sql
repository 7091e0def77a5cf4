-- Rollups by arrival: every event up to a mark is in them, whenever it happened, and no other. They are made again from
-- the events, beginning with the oldest; until an event is in them, questions read the event itself.

drop table site_event_hour, site_page_day, site_visitor_day, site_session_day;
alter table site_insights drop column rolled_until;

-- One row: the id of the last event that is in the rollups.
create table insights_mark (
  is_only boolean primary key default true check (is_only),
  event_id bigint not null
);
insert into insights_mark (event_id) values (0);

-- What arrived last is at the end of a partition, in the order of the ids: an index that is nearly free finds it.
create index site_event_arrival on site_event using brin (event_id) with (pages_per_range = 32);

create table site_event_hour (
  organization_id uuid not null,
  site_id uuid not null,
  hour timestamptz not null,
  type smallint not null,
  display_context smallint not null,
  bot smallint,
  site_section_id uuid,
  site_space_id uuid,
  events integer not null
);
create unique index site_event_hour_group on site_event_hour
  (organization_id, site_id, hour, type, display_context, bot, site_section_id, site_space_id) nulls not distinct;

create table site_page_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  type smallint not null,
  display_context smallint not null,
  bot smallint,
  site_section_id uuid,
  site_space_id uuid,
  space_id uuid,
  page_id uuid,
  events integer not null
);
create unique index site_page_day_group on site_page_day
  (organization_id, site_id, day, type, display_context, bot, site_section_id, site_space_id, space_id, page_id)
  nulls not distinct;

-- A row for each day of a visitor, and for each combination of the columns up to bot.
create table site_visitor_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  row_no bigint generated always as identity,
  visitor bigint not null,
  claims_id bigint,
  is_authenticated boolean,
  display_context smallint not null,
  bot smallint,
  events integer not null,
  is_uniform boolean not null, -- all rows of the visitor have the same combination
  previous_day timestamptz, -- of a uniform visitor: their last day before this one
  primary key (organization_id, site_id, day, row_no)
);
create index site_visitor_day_visitor on site_visitor_day (organization_id, site_id, visitor);
create index site_visitor_day_changing on site_visitor_day (organization_id, site_id, day) where not is_uniform;

-- The rows of uniform visitors, counted. Those whose previous day is before a range had no other day in it before: so
-- many visitors a range has.
create table site_audience_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  previous_day timestamptz,
  claims_id bigint,
  is_authenticated boolean,
  display_context smallint not null,
  bot smallint,
  visitors integer not null,
  events integer not null
);
create unique index site_audience_day_group on site_audience_day
  (organization_id, site_id, day, previous_day, claims_id, is_authenticated, display_context, bot) nulls not distinct;
create index site_audience_day_left on site_audience_day (organization_id) where visitors = 0;

create table site_session_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  row_no bigint generated always as identity,
  type smallint not null,
  visitor bigint not null,
  session bigint not null,
  claims_id bigint,
  is_authenticated boolean,
  display_context smallint not null,
  bot smallint,
  device smallint not null,
  browser smallint not null,
  os smallint not null,
  language text collate "C",
  country text collate "C",
  site_section_id uuid,
  site_space_id uuid,
  events integer not null,
  primary key (organization_id, site_id, day, row_no)
);
create index site_session_day_visitor on site_session_day (organization_id, site_id, visitor);
