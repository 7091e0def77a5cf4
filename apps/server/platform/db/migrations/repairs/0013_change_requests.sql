-- For databases whose 0013_change_requests lacked an index.
create index if not exists change_request_by_merge on change_request (organization_id, space_id, merged_revision_id)
  where merged_revision_id is not null;
