-- Audit events that are still to be sent elsewhere, by the receiver. A row is deleted after its event was sent, so that
-- nothing is lost by a process that ends. Rows of transactions that have not ended are not read: the order of `place` is
-- final only among older transactions.
create table audit_outbox (
  place bigserial primary key,
  receiver text not null, -- webhooks, syslog
  transaction xid8 not null default pg_current_xact_id(),
  organization_id uuid not null references organization on delete cascade,
  event_id uuid not null
);
create index audit_outbox_by_receiver on audit_outbox (receiver, place);
create index audit_outbox_by_organization on audit_outbox (organization_id);

create function send_audit_events() returns trigger language plpgsql as $$
begin
  insert into audit_outbox (receiver, organization_id, event_id)
  select receiver, organization_id, event_id
  from added_rows cross join (values ('webhooks'), ('syslog')) as r(receiver)
  order by occurred_at, event_id;
  return null;
end
$$;

create trigger audit_outbox after insert on audit_event
  referencing new table as added_rows for each statement execute function send_audit_events();
