import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './read-scim-user.ts';
import { nameOf } from './scim-filter.queries.ts';
import type { ScimGroupRow } from './scim-groups.repository.ts';
import type { ScimUserRow } from './scim-users.repository.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export type ScimResource = Record<string, unknown> & { schemas: string[]; id: string };

/** `base`: the address of the SCIM service of the organization. */
export function presentScimUser(row: ScimUserRow, base: string): ScimResource {
  const { emails, ...attributes } = row.attributes ?? {};
  const others = (Array.isArray(emails) ? emails : []).filter(
    (one) => one?.value?.toLowerCase?.() !== row.email.toLowerCase() && typeof one === 'object',
  );
  return {
    schemas: [USER_SCHEMA, ...(ENTERPRISE_SCHEMA in attributes ? [ENTERPRISE_SCHEMA] : [])],
    id: row.user_id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name ?? row.email,
    displayName: row.display_name,
    ...attributes,
    emails: [
      { value: row.email, type: 'work', primary: true },
      ...others.map((one) => ({ ...one, primary: false })),
    ],
    active: row.active,
    ...(row.active ? { roles: [{ value: row.role ?? 'guest', primary: true }] } : {}),
    groups: row.teams.map(({ id, title }) => ({
      value: id,
      display: title,
      type: 'direct',
      $ref: `${base}/Groups/${id}`,
    })),
    meta: metaOf('User', `${base}/Users/${row.user_id}`, row),
  };
}

export function presentScimGroup(row: ScimGroupRow, base: string): ScimResource {
  return {
    schemas: [GROUP_SCHEMA],
    id: row.team_id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.title,
    members: row.members.map(({ id, name }) => ({
      value: id,
      display: name,
      type: 'User',
      $ref: `${base}/Users/${id}`,
    })),
    meta: metaOf('Group', `${base}/Groups/${row.team_id}`, row),
  };
}

const metaOf = (resourceType: string, location: string, row: { created_at: Date; updated_at: Date }) => ({
  resourceType,
  created: row.created_at.toISOString(),
  lastModified: row.updated_at.toISOString(),
  location,
});

/** Which attributes a response has (RFC 7644, section 3.9). */
export interface Projection {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

const ALWAYS = new Set(['id', 'schemas']);

/** Whether a response has the attribute. Sub-attributes count as the whole attribute. */
export function isProjected(name: string, { attributes, excludedAttributes }: Projection): boolean {
  const lower = nameOf(name);
  if (ALWAYS.has(lower)) return true;
  if (attributes) return namesIn(attributes, { isWhole: false }).has(lower);
  return !excludedAttributes || !namesIn(excludedAttributes, { isWhole: true }).has(lower);
}

/** `isWhole`: leaves out names of sub-attributes, whose parent is kept. */
function namesIn(list: string, { isWhole }: { isWhole: boolean }): Set<string> {
  const names = list.split(',').map((name) => nameOf(name.trim()));
  const isEnterprise = (name: string) => name.startsWith('urn:');
  return new Set(
    names.flatMap((name) => {
      if (isEnterprise(name)) return [name];
      const [first = '', ...rest] = name.split('.');
      return isWhole && rest.length > 0 ? [] : [first];
    }),
  );
}

export function project(resource: ScimResource, projection: Projection): ScimResource {
  if (!projection.attributes && !projection.excludedAttributes) return resource;
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => isProjected(name, projection)),
  ) as ScimResource;
}

export const presentScimList = (
  resources: readonly object[],
  { count, startIndex }: { count: number; startIndex: number },
) => ({
  schemas: [LIST_SCHEMA],
  totalResults: count,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
