-- The commits whose content a space contains stay known when it is disconnected or follows another repository or branch.
-- The same commit has another content in another directory. A folder that was imported has no commit: its oid is empty.
alter table git_commit drop constraint git_commit_organization_id_space_id_fkey;
alter table git_commit add foreign key (organization_id, space_id) references space on delete cascade;
alter table git_commit add column project_directory text not null default '';
update git_commit c set project_directory = g.project_directory
  from space_git g where g.organization_id = c.organization_id and g.space_id = c.space_id;
alter table git_commit drop constraint git_commit_pkey;
alter table git_commit add primary key (organization_id, space_id, project_directory, oid);
