import { RULES } from '../../access/policy.ts';
import { isAtLeast, type RoleOrGuest } from '../../access/roles.ts';
import type { OrganizationRow } from './organizations.repository.ts';

/** The Organization object as this caller sees it. `role`: the caller's role in it. */
export function presentOrganization(row: OrganizationRow, role: RoleOrGuest, baseUrl: string): object {
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
    urls: {
      location: `${baseUrl}/v1/orgs/${row.organization_id}`,
      app: `${baseUrl}/app/o/${row.organization_id}`,
      ...(row.logo_url ? { logo: row.logo_url } : {}),
    },
    permissions: {
      view: true,
      access: true,
      admin: isAtLeast(role, RULES['organization:administer'].role),
      // What does not exist is permitted to nobody: teams, billing, integrations.
      ownTeam: false,
      createContent: isAtLeast(role, RULES['organization:create-space'].role),
      createOpenAPISpec: isAtLeast(role, 'create'),
      ingestConversations: isAtLeast(role, 'create'),
      viewBilling: false,
      listMembers: isAtLeast(role, 'read'),
      listTeams: isAtLeast(role, 'read'),
      listIntegrations: false,
      listInstallations: false,
      installIntegration: false,
    },
  };
}
