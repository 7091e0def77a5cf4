-- Sessions are counted by the website and the campaign that they came from, too. The rollups are made again from the
-- events, beginning with the oldest; until an event is in them, questions read the event itself.
alter table site_session_day
  add column referrer_domain text collate "C",
  add column utm_campaign text collate "C";
truncate site_event_hour, site_page_day, site_visitor_day, site_audience_day, site_session_day;
update insights_mark set event_id = 0;
