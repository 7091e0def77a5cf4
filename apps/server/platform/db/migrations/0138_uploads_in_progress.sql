-- Until when an upload in one request counts as in progress. Its process renews it, unless it was killed. Null: it
-- arrives in pieces, and counts for an hour.
alter table upload add column active_until timestamptz;
