-- The zone of the days and hours in insights and weekly mails, as the IANA database names it.
alter table organization add column time_zone text not null default 'UTC';
