alter table change_request add column reverts uuid; -- the merged change request that it takes back

-- When it is to be merged, and as whom: whether they may is decided then.
alter table change_request add column scheduled_at timestamptz;
alter table change_request add column scheduled_by uuid;
-- Why the last scheduled merge did not happen; null: none has failed since it was scheduled again.
alter table change_request add column schedule_failure text;
alter table change_request add column schedule_failed_at timestamptz;
