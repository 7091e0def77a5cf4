-- Readers of a site may send requests to the servers of the specs that it shows.

alter table site
  add column allows_api_requests boolean not null default false;
