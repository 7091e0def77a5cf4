-- A change of the page that a comment suggests, in operations on the comment's revision; null: the comment suggests none.
alter table comment add column suggestion jsonb;
-- `applied` or `dismissed`; null: nobody has decided.
alter table comment add column suggestion_state text;
alter table comment add column suggestion_decided_by uuid;
alter table comment add column suggestion_decided_at timestamptz;
alter table comment add column suggestion_applied_in uuid; -- the revision that has the change

-- Who applied what the author had suggested.
alter table revision add column co_author_id uuid;
