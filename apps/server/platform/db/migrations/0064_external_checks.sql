-- What programs have found out about the content of a change request.
create table change_request_check (
  organization_id uuid,
  space_id uuid,
  change_request_id uuid,
  name text collate "C",
  revision_id uuid, -- the content that was checked
  status text not null check (status in ('pending', 'passed', 'failed')),
  title text,
  url text,
  author_id uuid not null, -- who reported it: a user, or the token of a service account
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, space_id, change_request_id, name, revision_id),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);
