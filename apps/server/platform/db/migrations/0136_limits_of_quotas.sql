-- The same in PL/pgSQL, whose statements Citus plans with the values of the arguments, on the machine of the organization.
create or replace function quota_limit(organization uuid, name text) returns bigint language plpgsql as $$
declare
  own record;
begin
  select value into own from organization_quota where organization_id = organization and quota = name;
  if found then
    return own.value;
  end if;
  return (select value from quota_default where quota = name);
end
$$;
