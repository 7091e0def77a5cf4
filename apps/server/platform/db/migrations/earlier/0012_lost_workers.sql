-- The processes that left the job behind, by their worker numbers, in place of how many there were: a process that only
-- lost its connection takes its numbers out again.
alter table job add column left_by integer[] not null default '{}';
alter table job drop column crashes;
