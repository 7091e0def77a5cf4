-- The blocks of a small document, so that showing them does not parse its source again; null: they were not stored.
alter table document_facts add column blocks bytea;
-- They are compressed already.
alter table document_facts alter column blocks set storage external;
