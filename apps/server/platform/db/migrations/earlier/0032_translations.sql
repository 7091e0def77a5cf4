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

-- The space that holds one language of a translation.
create table translation_target (
  organization_id uuid not null,
  settings_id uuid not null,
  language text not null,
  space_id uuid not null,
  source_revision_id uuid, -- what it was brought in step with last; null: not yet
  space_revision_id uuid, -- its own revision then
  problem text, -- why the last run was not complete, in words
  updated_at timestamptz not null,
  primary key (organization_id, settings_id, language),
  foreign key (organization_id, settings_id) references translation_settings on delete cascade
);

-- A page or reusable content of such a space, with what is known of each of its blocks.
create table translation_page (
  organization_id uuid not null,
  settings_id uuid not null,
  language text not null,
  page_id uuid not null,
  source_hash text not null, -- of the documents when they were last in step; empty: there is none
  target_hash text not null,
  texts jsonb not null, -- titles of the source and of the translation then
  tracked jsonb not null, -- {texts, blocks}: the hash of the source of each, who made the translation, and its state
  recipe text not null, -- of the glossary and the tone
  blocks integer not null,
  behind integer not null,
  edited integer not null,
  missing integer not null,
  failed integer not null,
  primary key (organization_id, settings_id, language, page_id),
  foreign key (organization_id, settings_id, language) references translation_target on delete cascade
);

-- What was translated before, for every space of the organization.
create table translation_memory (
  organization_id uuid not null references organization on delete cascade,
  source_language text not null,
  language text not null,
  unit_key text collate "C" not null, -- the hash of the masked text and of what else its translation depends on
  unit text not null,
  translation text not null,
  made_by text not null, -- machine, person
  created_at timestamptz not null,
  primary key (organization_id, source_language, language, unit_key)
);
