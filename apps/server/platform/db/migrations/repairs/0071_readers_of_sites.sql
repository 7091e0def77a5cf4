-- For databases whose 0071_readers_of_sites stored the readers as a visibility.
alter table site add column if not exists readers text;
update site set readers = visibility, visibility = 'visitor-auth' where visibility in ('password', 'members', 'teams');
