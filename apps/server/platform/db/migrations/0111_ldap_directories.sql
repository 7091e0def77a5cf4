-- What the groups of a person at an LDAP directory of the instance gave them. It takes back nothing else.
create table directory_team_member (
  organization_id uuid,
  directory text collate "C", -- the name in the settings
  user_id uuid,
  team_id uuid,
  primary key (organization_id, directory, user_id, team_id),
  foreign key (organization_id, team_id, user_id) references team_member on delete cascade
);
create index directory_team_member_by_team on directory_team_member (organization_id, team_id, user_id);

create table directory_member (
  organization_id uuid,
  directory text collate "C",
  user_id uuid,
  given_role text not null,
  primary key (organization_id, directory, user_id),
  foreign key (organization_id, user_id) references member on delete cascade
);
create index directory_member_by_user on directory_member (organization_id, user_id);
