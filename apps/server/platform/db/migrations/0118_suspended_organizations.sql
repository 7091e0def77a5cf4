-- While an organization is suspended, nobody can use it. The reason is for its members.
alter table organization add column suspended_at timestamptz, add column suspension_reason text;
