-- Readers of a site may send requests from their browsers to API servers of their own.
alter table site add column allows_own_servers boolean not null default false;
