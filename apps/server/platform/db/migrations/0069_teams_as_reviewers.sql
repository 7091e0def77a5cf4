-- Teams that were asked to review a change request: the review of any of their members counts.
create table change_request_team_reviewer (
  organization_id uuid,
  space_id uuid,
  change_request_id uuid,
  team_id uuid,
  requested_by uuid not null,
  revision_id uuid not null, -- the content when the review was requested
  created_at timestamptz not null,
  primary key (organization_id, space_id, change_request_id, team_id),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade,
  foreign key (organization_id, team_id) references team on delete cascade
);
create index change_request_team_reviewer_of_team on change_request_team_reviewer (organization_id, team_id);
