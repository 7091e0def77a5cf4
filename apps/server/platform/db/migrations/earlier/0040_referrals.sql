-- A rollup of sessions by the website and the campaign that they came from. Apart from that of sessions, because the
-- website changes within a session, which would make that one half as large again.
create table site_referral_day (
  organization_id uuid not null,
  site_id uuid not null,
  day timestamptz not null,
  row_no bigint generated always as identity,
  type smallint not null,
  visitor bigint not null,
  session bigint not null,
  display_context smallint not null,
  bot smallint,
  site_section_id uuid,
  site_space_id uuid,
  referrer_domain text collate "C",
  utm_campaign text collate "C",
  events integer not null,
  primary key (organization_id, site_id, day, row_no)
);
create index site_referral_day_visitor on site_referral_day (organization_id, site_id, visitor);

-- The rollups are made again from the events, beginning with the oldest; until an event is in them, questions read the
-- event itself.
truncate site_event_hour, site_page_day, site_visitor_day, site_audience_day, site_session_day;
update insights_mark set event_id = 0;
