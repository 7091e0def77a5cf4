-- The keys of requests that changed something, and their responses, for a day.
create table idempotency_key (
  -- Of the caller, the method, the path and the key itself, which is not stored.
  digest bytea primary key,
  -- Of the query and the body.
  fingerprint bytea not null,
  -- The request that holds the key: a request can have several transactions.
  request_id uuid not null,
  -- The database session of its first transaction, which ends with the process. Null if it had none.
  backend_pid integer,
  backend_started_at timestamptz,
  created_at timestamptz not null,
  -- Null until the request has responded.
  status smallint,
  -- Sealed: headers and body. Null if it was too large to be kept.
  response bytea
);
create index idempotency_key_created_at on idempotency_key (created_at);
