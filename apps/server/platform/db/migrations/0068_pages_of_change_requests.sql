-- The pages that a change request changes, to find the change requests of a page. They are computed when somebody asks,
-- from the two revisions that are compared: the rows are right while the change request still compares these.
create table change_request_page (
  organization_id uuid,
  space_id uuid,
  page_id uuid,
  change_request_id uuid,
  primary key (organization_id, space_id, page_id, change_request_id),
  foreign key (organization_id, space_id, change_request_id) references change_request on delete cascade
);
create index change_request_page_of_request on change_request_page (organization_id, space_id, change_request_id);
alter table change_request add column pages_base_id uuid; -- null: never computed
alter table change_request add column pages_revision_id uuid;
