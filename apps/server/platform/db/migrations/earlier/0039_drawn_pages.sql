-- The colored code, formulas and icons of a document, drawn before anybody asks for the page. Compressed; null with a
-- version: there is nothing to draw.
alter table document_facts add column pieces bytea;
alter table document_facts alter column pieces set storage external;
alter table document_facts add column pieces_version integer; -- of the function that drew them; null: not drawn

-- The revision whose documents were all drawn, and by which functions: what is asked before the documents are.
alter table space add column drawn_revision_id uuid;
alter table space add column drawn_version text collate "C";
