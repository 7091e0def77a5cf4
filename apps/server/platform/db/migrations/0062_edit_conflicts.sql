-- What somebody could not save, because somebody else had changed the same block. It is kept until one of them decides.
create table edit_conflict (
  organization_id uuid,
  space_id uuid,
  edit_conflict_id uuid,
  author_id uuid not null, -- whose text is not saved
  change_request_id uuid, -- null: the space itself
  page_id uuid not null,
  revision_id uuid not null, -- the one that had the block
  block text, -- its key there; null: it was deleted
  before jsonb, -- the document of that block alone; null: nobody knows it any more
  unsaved jsonb, -- likewise; null: its author deleted it
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, space_id, edit_conflict_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index edit_conflict_of_page on edit_conflict (organization_id, space_id, page_id);
create index edit_conflict_of_author on edit_conflict (author_id);
