-- What happened to a change request is counted, to tell who has not seen the last of it.
alter table change_request add column activity integer not null default 0;
alter table change_request add column activity_by uuid; -- who did the last; null: nobody in particular
-- The last that anybody else than `activity_by` did: with `activity` enough to know the last that was not one's own.
alter table change_request add column other_activity integer not null default 0;

-- How far somebody has seen a change request.
create table change_request_seen (
  organization_id uuid,
  space_id uuid,
  change_request_id uuid,
  user_id uuid,
  revision_id uuid not null, -- the content that they saw
  activity integer not null, -- up to which they know everything
  seen_at timestamptz not null,
  primary key (organization_id, space_id, change_request_id, user_id),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);
create index change_request_seen_of_user on change_request_seen (user_id);
