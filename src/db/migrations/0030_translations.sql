-- Which spaces are translated into which languages, and the terms that translations use.

create table translation_settings (
  organization_id uuid not null references organization on delete cascade,
  settings_id uuid not null,
  title text not null,
  source_space_id uuid, -- null: not chosen yet; the space may be gone
  source_language text, -- null like the space
  languages text[] not null default '{}', -- those that the space is translated into, in the order given
  instructions jsonb not null, -- a document: what a provider is told
  tone text not null default 'default', -- default, formal, informal
  provider text, -- null: the one that is configured
  status text not null default 'pending', -- pending, running, completed
  stats jsonb not null, -- what its runs have done: {runs, totalWords, …}
  created_by uuid references user_account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, settings_id)
);
create index translation_settings_by_source on translation_settings (organization_id, source_space_id)
  where source_space_id is not null;
create index translation_settings_by_creator on translation_settings (created_by) where created_by is not null;

create table glossary_entry (
  organization_id uuid not null references organization on delete cascade,
  entry_id uuid not null,
  translations jsonb not null, -- the term by language
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, entry_id)
);
