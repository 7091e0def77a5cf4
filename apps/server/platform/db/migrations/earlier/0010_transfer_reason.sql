-- The identity of the failure, beside its status and its words.
alter table space_transfer add column error_reason text;
