import type { Static } from 'typebox';
import { RULES } from '../../../platform/access/policy.ts';
import { isAtLeast, type RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Standing } from '../../../platform/access/space-role.ts';
import { presentPictureUrl } from '../users/receive-picture.ts';
import type { OrganizationRow } from './organizations.queries.ts';
import type { OrganizationSchema } from './organizations.schemas.ts';

/** The caller's standing in the organization. */
export interface OrganizationViewer {
  role: RoleOrGuest;
  /** Whether they own a team of it. */
  ownsTeam: boolean;
}

export const toViewer = (standing: Pick<Standing, 'role' | 'teams'> | undefined): OrganizationViewer => ({
  role: standing?.role ?? null,
  ownsTeam: [...(standing?.teams.values() ?? [])].includes('owner'),
});

/** The Organization object as this viewer sees it. */
export function presentOrganization(
  row: OrganizationRow,
  { role, ownsTeam }: OrganizationViewer,
  baseUrl: string,
): Static<typeof OrganizationSchema> {
  return {
    object: 'organization' as const,
    id: row.organization_id,
    title: row.title,
    createdAt: row.created_at.toISOString(),
    emailDomains: row.email_domains,
    ...(row.hostname ? { hostname: row.hostname } : {}),
    type: row.type,
    ...(row.use_case ? { useCase: row.use_case } : {}),
    ...(row.community_type ? { communityType: row.community_type } : {}),
    defaultRole: row.default_role,
    ...(row.default_content ? { defaultContent: row.default_content } : {}),
    sso: row.sso,
    ai: row.ai,
    inviteLinks: row.invite_links,
    auditLogs: true as const,
    // No billing: there is nothing to pay, and no trial that could begin.
    plan: 'enterprise_2024' as const,
    trial: { status: 'notapplicable' as const, count: 0 as const },
    mergeRules: row.merge_rules,
    timeZone: row.time_zone,
    urls: {
      location: `${baseUrl}/v1/orgs/${row.organization_id}`,
      app: `${baseUrl}/app/o/${row.organization_id}`,
      ...(row.logo_url ? { logo: presentPictureUrl(row.logo_url, baseUrl) } : {}),
    },
    permissions: {
      view: true,
      access: true,
      admin: isAtLeast(role, RULES['organization:administer'].role),
      ownTeam: ownsTeam,
      createContent: isAtLeast(role, RULES['organization:create-space'].role),
      createOpenAPISpec: isAtLeast(role, 'create'),
      ingestConversations: isAtLeast(role, 'create'),
      // Features that do not exist are permitted to no one: billing, integrations.
      viewBilling: false,
      listMembers: isAtLeast(role, RULES['organization:list-people'].role),
      listTeams: isAtLeast(role, RULES['organization:list-people'].role),
      listIntegrations: false,
      listInstallations: false,
      installIntegration: false,
    },
  };
}
