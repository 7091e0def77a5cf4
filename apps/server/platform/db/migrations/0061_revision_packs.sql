-- Superseded autosaves of a space, many to a row: the elements of the arrays belong together. All of them are edits that
-- may be dissolved into the next one and have one parent and no message. Whatever reads revisions by id looks here too.
create table revision_pack (
  organization_id uuid,
  space_id uuid,
  last_id uuid, -- the highest of the ids, and the lowest
  first_id uuid,
  began_at timestamptz not null, -- when the first of them was made
  revision_ids uuid[] not null, -- null: the revision has a row again
  parents uuid[] not null,
  roots bytea[] not null,
  author_ids uuid[] not null,
  created_at timestamptz[] not null,
  primary key (organization_id, space_id, last_id, first_id),
  foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred
);
