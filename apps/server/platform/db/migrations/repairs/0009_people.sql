-- For databases with one of the nine forms that 0009_people had before it was final.
alter table user_account add column if not exists is_unclaimed boolean not null default false;
alter table member
  add column if not exists is_invited boolean not null default false,
  add column if not exists rank smallint generated always as (
    case when not disabled
      then coalesce(array_position(array['read', 'comment', 'edit', 'review', 'create', 'admin'], role), 0)::smallint
    end) stored;
create index if not exists member_by_rank on member (organization_id, rank, user_id);
create index if not exists member_with_rank on member (organization_id, user_id, rank);
create index if not exists team_by_title on team (organization_id, title_folded, team_id);
create index if not exists team_member_by_joined on team_member (organization_id, team_id, joined_at, user_id);
alter table user_token add column if not exists is_of_browser boolean not null default false;
alter table organization_domain add column if not exists failed_checks int not null default 0;
create index if not exists organization_domain_by_domain on organization_domain (domain) where verified_at is not null;
create index if not exists organization_domain_proven on organization_domain (checked_at)
  where verified_at is not null;
insert into organization_domain (organization_id, domain, challenge)
  select organization_id, domain, replace(gen_random_uuid()::text, '-', '') from organization, unnest(email_domains) domain
  on conflict do nothing;
alter table saml_request add column if not exists ticket bytea, add column if not exists answer jsonb;
create index if not exists audit_event_by_actor_action
  on audit_event (organization_id, actor_id, action, occurred_at, event_id);
-- An index of this name lacked the included columns.
drop index if exists audit_event_by_target;
create index audit_event_by_target on audit_event (organization_id, target_id, occurred_at, event_id)
  include (actor_id, action);
create index if not exists audit_event_by_named_user on audit_event (organization_id, (payload -> 'user' ->> 'id'))
  where payload -> 'user' ->> 'id' is not null;
