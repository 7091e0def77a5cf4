-- What is computed from a document beside its facts: what search indexes of it, and what it refers to. Rows of facts
-- version 1 have neither; nobody reads that version any more.

delete from document_facts where version = 1;
alter table document_facts add column sections jsonb not null;
alter table document_facts add column links jsonb not null;
