-- Null: the space is on no site, and the change request is shown with the default look.
alter table change_request_preview_link alter column site_id drop not null;
