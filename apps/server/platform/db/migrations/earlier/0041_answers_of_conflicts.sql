-- The conflicts of a change request follow from its content and that of the space: only their answers are stored.
delete from change_request_conflict where answer is null;
alter table change_request_conflict
  drop column position,
  drop column conflict,
  drop column is_current,
  alter column answer set not null;
alter table change_request_conflict rename to change_request_answer;
