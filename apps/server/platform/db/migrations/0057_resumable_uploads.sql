-- Files that arrive in pieces. The columns are null for files that were sent at once.
alter table upload add column length bigint; -- announced before the first byte
alter table upload add column received bigint; -- the sum of the pieces
alter table upload add column metadata text; -- as the client sent it

create table upload_piece (
  organization_id uuid,
  upload_id uuid,
  -- The position of its first byte in the file.
  start bigint,
  hash bytea not null,
  primary key (organization_id, upload_id, start),
  foreign key (organization_id, upload_id) references upload on delete cascade
);
