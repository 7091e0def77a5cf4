-- The last problem of each identity provider of the whole instance, for its administrators.
create table instance_provider_problem (
  name text collate "C" primary key, -- as in the settings
  reason text not null,
  occurred_at timestamptz not null
);
