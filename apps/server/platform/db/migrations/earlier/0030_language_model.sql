-- What a language model answered, so that the same question is not paid for twice, and what an organization used.

create table model_answer (
  organization_id uuid not null references organization on delete cascade,
  digest bytea not null, -- of the question and the name of the model
  answer text not null,
  created_at timestamptz not null,
  primary key (organization_id, digest)
);

create table model_usage (
  organization_id uuid not null references organization on delete cascade,
  day date not null,
  tokens bigint not null,
  primary key (organization_id, day)
);
