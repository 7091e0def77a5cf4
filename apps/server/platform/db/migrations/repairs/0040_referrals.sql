-- For databases with 0040_session_referrers, which kept the referrals beside the sessions. As in 0040_referrals, the
-- rollups are made again from the events.
alter table site_session_day drop column if exists referrer_domain, drop column if exists utm_campaign;
create table if not exists site_referral_day (
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
create index if not exists site_referral_day_visitor on site_referral_day (organization_id, site_id, visitor);
truncate site_event_hour, site_page_day, site_visitor_day, site_audience_day, site_session_day;
update insights_mark set event_id = 0;
