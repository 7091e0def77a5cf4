import type { FastifyRequest } from 'fastify';
import { getOrganizationRow } from '../../domains/identity/organizations/organizations.service.ts';
import { grantedTo } from '../../platform/access/authorize.ts';
import { mayDo } from '../../platform/access/may-do.ts';
import type { Action } from '../../platform/access/policy.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses, OrganizationPart } from '../parts/addresses.ts';
import type { Crumb, Tab } from '../parts/layout.ts';
import { nameOf } from '../parts/name.ts';

/** The pages of an organization, with the access that each requires. */
const PARTS: [part: OrganizationPart, title: string, access: Action][] = [
  ['sites', 'Sites', 'organization:view'],
  ['members', 'Members', 'organization:list-people'],
  ['invites', 'Invitations', 'organization:administer'],
  ['teams', 'Teams', 'organization:list-people'],
  ['tokens', 'Service accounts', 'organization:administer'],
  ['saml', 'Single sign-on', 'organization:administer'],
  ['audit', 'Audit', 'organization:administer'],
  ['settings', 'Settings', 'organization:administer'],
];

/** Returns the tabs that the caller may open, with the current one marked. */
function organizationTabs(
  addresses: Addresses,
  request: FastifyRequest,
  organizationId: string,
  current: OrganizationPart,
): Tab[] {
  const granted = grantedTo(request);
  const content = {
    title: 'Content',
    href: addresses.organization(organizationId),
    isCurrent: false,
  };
  return [
    content,
    ...PARTS.filter(([, , access]) => mayDo(granted, access)).map(([part, title]) => ({
      title,
      href: addresses.inOrganization(organizationId, part),
      isCurrent: current === part,
    })),
  ];
}

/** Returns the frame of a page about an organization. */
export async function frameInOrganization(
  { db }: Pick<Context, 'db'>,
  addresses: Addresses,
  request: FastifyRequest,
  { organizationId, part }: { organizationId: string; part: OrganizationPart },
): Promise<{ crumbs: Crumb[]; tabs: Tab[] }> {
  const { title } = await getOrganizationRow(db, organizationId);
  return {
    crumbs: [{ title: nameOf(title), href: addresses.organization(organizationId) }],
    tabs: organizationTabs(addresses, request, organizationId, part),
  };
}
