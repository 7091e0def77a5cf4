-- For databases whose 0032_translations had only the settings and the glossary.
create table if not exists translation_target (
  organization_id uuid not null,
  settings_id uuid not null,
  language text not null,
  space_id uuid not null,
  source_revision_id uuid,
  space_revision_id uuid,
  problem text,
  updated_at timestamptz not null,
  primary key (organization_id, settings_id, language),
  foreign key (organization_id, settings_id) references translation_settings on delete cascade
);
create table if not exists translation_page (
  organization_id uuid not null,
  settings_id uuid not null,
  language text not null,
  page_id uuid not null,
  source_hash text not null,
  target_hash text not null,
  texts jsonb not null,
  tracked jsonb not null,
  recipe text not null,
  blocks integer not null,
  behind integer not null,
  edited integer not null,
  missing integer not null,
  failed integer not null,
  primary key (organization_id, settings_id, language, page_id),
  foreign key (organization_id, settings_id, language) references translation_target on delete cascade
);
create table if not exists translation_memory (
  organization_id uuid not null references organization on delete cascade,
  source_language text not null,
  language text not null,
  unit_key text collate "C" not null,
  unit text not null,
  translation text not null,
  made_by text not null,
  created_at timestamptz not null,
  primary key (organization_id, source_language, language, unit_key)
);
