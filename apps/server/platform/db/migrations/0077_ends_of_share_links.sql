-- Share links can end by themselves.
alter table site_share_link add column expires_at timestamptz; -- null: never
