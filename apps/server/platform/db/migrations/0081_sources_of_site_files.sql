-- The address from which a file of a site was fetched, so that it is not fetched again.
alter table site_file add column source_url text;
