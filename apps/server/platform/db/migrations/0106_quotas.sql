-- What organizations may have at most. Rows of `quota_default` are the settings of the instance, written at its start;
-- those of `organization_quota` are what an administrator of the instance gave one organization.
create table quota_default (
  quota text primary key,
  value bigint not null
);
create table organization_quota (
  organization_id uuid references organization on delete cascade,
  quota text,
  value bigint, -- null: no limit
  primary key (organization_id, quota)
);

create function quota_limit(organization uuid, name text) returns bigint language sql as $$
  select case
    when exists (select 1 from organization_quota where organization_id = organization and quota = name)
      then (select value from organization_quota where organization_id = organization and quota = name)
    else (select value from quota_default where quota = name)
  end
$$;

create function quota_usage(organization uuid, name text) returns bigint language plpgsql as $$
begin
  return case name
    when 'storage' then (select coalesce(sum(size), 0) from blob where organization_id = organization)
    when 'spaces' then
      (select count(*) from space where organization_id = organization and deleted_at is null)
    when 'members' then (select count(*) from member where organization_id = organization and not disabled)
    when 'sites' then (select count(*) from site where organization_id = organization)
    when 'imports-running' then
      (select count(*) from content_import where organization_id = organization and ended_at is null)
      + (select count(*) from organization_import where organization_id = organization and ended_at is null)
      + (select count(*) from git_operation
          where organization_id = organization and direction = 'import' and ended_at is null)
    when 'imports-per-day' then
      (select count(*) from content_import
        where organization_id = organization and created_at > now() - interval '1 day')
      + (select count(*) from organization_import
          where organization_id = organization and created_at > now() - interval '1 day')
      + (select count(*) from git_operation
          where organization_id = organization and direction = 'import' and started_at > now() - interval '1 day')
  end;
end
$$;

-- Runs after rows were added. The lock makes simultaneous transactions of one organization count one after the other;
-- without a limit there is neither a lock nor a count.
create function require_quota(organization uuid, name text, added bigint) returns void language plpgsql as $$
declare
  most bigint := quota_limit(organization, name);
  used bigint;
begin
  if most is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('quota ' || name || ' ' || organization, 0));
  used := quota_usage(organization, name);
  if used > most then
    raise exception using errcode = 'LQ001', message = 'An organization has used up a quota.',
      detail = json_build_object('quota', name, 'limit', most, 'usage', used - added)::text;
  end if;
end
$$;

-- The names of the quotas that the new rows of a table count for are the arguments of its trigger.
create function require_quotas() returns trigger language plpgsql as $$
declare
  grown record;
begin
  for grown in select organization_id, count(*) as added from added_rows group by organization_id loop
    for at in 0 .. tg_nargs - 1 loop
      perform require_quota(grown.organization_id, tg_argv[at], grown.added);
    end loop;
  end loop;
  return null;
end
$$;

create function require_storage_quota() returns trigger language plpgsql as $$
declare
  grown record;
begin
  for grown in select organization_id, sum(size) as added from added_rows group by organization_id loop
    perform require_quota(grown.organization_id, 'storage', grown.added::bigint);
  end loop;
  return null;
end
$$;

create function require_import_quotas() returns trigger language plpgsql as $$
begin
  perform require_quota(new.organization_id, 'imports-running', 1);
  perform require_quota(new.organization_id, 'imports-per-day', 1);
  return null;
end
$$;

-- What was deleted or disabled and comes back grows an organization, too.
create function require_returning_quota() returns trigger language plpgsql as $$
begin
  perform require_quota(new.organization_id, tg_argv[0], 1);
  return null;
end
$$;

create trigger quota_storage after insert on blob
  referencing new table as added_rows for each statement execute function require_storage_quota();
create trigger quota_spaces after insert on space
  referencing new table as added_rows for each statement execute function require_quotas('spaces');
create trigger quota_restored_spaces after update of deleted_at on space
  for each row when (old.deleted_at is not null and new.deleted_at is null)
  execute function require_returning_quota('spaces');
create trigger quota_members after insert on member
  referencing new table as added_rows for each statement execute function require_quotas('members');
create trigger quota_enabled_members after update of disabled on member
  for each row when (old.disabled and not new.disabled) execute function require_returning_quota('members');
create trigger quota_sites after insert on site
  referencing new table as added_rows for each statement execute function require_quotas('sites');
create trigger quota_content_imports after insert on content_import
  for each row execute function require_import_quotas();
create trigger quota_organization_imports after insert on organization_import
  for each row execute function require_import_quotas();
create trigger quota_git_imports after insert on git_operation
  for each row when (new.direction = 'import') execute function require_import_quotas();
