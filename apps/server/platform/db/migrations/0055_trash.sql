-- The pages of a space that were deleted lately and have not come back.
create table deleted_page (
  organization_id uuid,
  space_id uuid,
  page_id uuid,
  root_id uuid, -- the page above it that was deleted with it, the topmost one; null: it was not below a deleted page
  revision_id uuid not null, -- the last one with the page
  deleted_by uuid,
  deleted_at timestamptz not null,
  primary key (organization_id, space_id, page_id),
  foreign key (organization_id, space_id) references space on delete cascade
);
create index deleted_page_by_time on deleted_page (organization_id, space_id, deleted_at desc, page_id desc);
create index deleted_page_below on deleted_page (organization_id, space_id, root_id) where (root_id is not null);
create index deleted_page_by_age on deleted_page (deleted_at);
