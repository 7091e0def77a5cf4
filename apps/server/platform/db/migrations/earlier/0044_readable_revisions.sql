-- The revision that the space had when its site last changed what it publishes: visitors read no earlier one. Null for
-- none but the current one.
alter table site_space add column first_revision_id uuid;
update site_space i set first_revision_id = s.revision_id
from space s where s.organization_id = i.organization_id and s.space_id = i.space_id;

-- Counts the keys that have signed visitors in: the visits that a key opened end with the key.
alter table site add column auth_key_number integer not null default 0;
-- The visits of before do not tell which of two keys opened them.
update site set visitor_epoch = visitor_epoch + 1 where auth_old_key is not null;
