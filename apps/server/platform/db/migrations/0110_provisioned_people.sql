-- What a directory that provisions people by SCIM says of a user. The row stays when the membership ends, so that the
-- directory finds the user as inactive.
create table provisioned_user (
  organization_id uuid references organization on delete cascade,
  user_id uuid references user_account on delete cascade,
  user_name text not null,
  user_name_folded text collate "C" not null,
  external_id text collate "C",
  -- Attributes that Lectern stores and returns without using them, such as titles and departments.
  attributes jsonb not null default '{}',
  -- The role and the teams that an inactive user had and gets back; null: the directory did not deactivate the user.
  former_role text,
  former_teams uuid[],
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, user_id),
  constraint provisioned_user_name_unique unique (organization_id, user_name_folded),
  constraint provisioned_user_external_id_unique unique (organization_id, external_id)
);
create index provisioned_user_by_user on provisioned_user (user_id);

-- What the directory says of a team, which it knows as a group.
create table provisioned_team (
  organization_id uuid,
  team_id uuid,
  external_id text collate "C",
  updated_at timestamptz not null,
  primary key (organization_id, team_id),
  foreign key (organization_id, team_id) references team on delete cascade,
  constraint provisioned_team_external_id_unique unique (organization_id, external_id)
);
