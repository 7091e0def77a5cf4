-- Translated spaces on the sites of their source, and translations whose space is gone.

alter table translation_target
  alter column space_id drop not null, -- null: it was deleted for good, or transferred
  add column is_placed boolean not null default false; -- whether it was added to the sites of its source
-- Spaces may have been purged before their translations were told.
update translation_target t set space_id = null where not exists (
  select 1 from space s where s.organization_id = t.organization_id and s.space_id = t.space_id);
alter table translation_target
  add foreign key (organization_id, space_id) references space on delete set null (space_id);
create index translation_target_by_space on translation_target (organization_id, space_id);
