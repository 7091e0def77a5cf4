-- When a directory was last asked whether it still has the person, and when it no longer had: from then on, the name is
-- not checked again until it is used to sign in.
alter table instance_identity add column checked_at timestamptz, add column ended_at timestamptz;
