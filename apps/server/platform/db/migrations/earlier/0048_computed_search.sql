-- Whether the table of contents of the revision has entries whose pages are computed, so that a search in an
-- organization opens only the spaces that have. Null for an index that was written before this was known.
alter table search_index add column has_computed boolean;
