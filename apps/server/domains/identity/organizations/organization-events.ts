import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import type { OrganizationRow } from './organizations.queries.ts';
import type { OrganizationChanges } from './organizations.repository.ts';

/** Records the first event of every organization. */
export async function recordOrganizationCreated(
  trx: Transaction<DB>,
  cause: Cause,
  organization: { organizationId: string; title: string; emailDomains: string[]; createdAt: Date },
): Promise<void> {
  const { organizationId, title, emailDomains, createdAt } = organization;
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'organization.created',
    target: { type: 'organization', id: organizationId, label: title },
    payload: { after: { title, emailDomains } },
    at: createdAt,
  });
}

/** The names of the settings in the API. */
const FIELDS: Record<keyof OrganizationChanges, string> = {
  title: 'title',
  email_domains: 'emailDomains',
  hostname: 'hostname',
  default_role: 'defaultRole',
  default_content: 'defaultContent',
  logo_url: 'logo',
  sso: 'sso',
  ai: 'ai',
  invite_links: 'inviteLinks',
  merge_rules: 'mergeRules',
  time_zone: 'timeZone',
};

/** Records the settings that are other than before; nothing, when none is. */
export async function recordOrganizationUpdated(
  trx: Transaction<DB>,
  cause: Cause,
  { before, changes, at }: { before: OrganizationRow; changes: OrganizationChanges; at: Date },
): Promise<void> {
  const changed = (Object.keys(changes) as (keyof OrganizationChanges)[]).filter(
    (column) => !isDeepStrictEqual(before[column], changes[column]),
  );
  if (changed.length === 0) return;
  const pick = (row: OrganizationChanges) =>
    Object.fromEntries(changed.map((column) => [FIELDS[column], row[column]]));
  await recordEvent(trx, {
    organizationId: before.organization_id,
    cause,
    action: 'organization.updated',
    target: { type: 'organization', id: before.organization_id, label: changes.title ?? before.title },
    payload: { before: pick(before), after: pick(changes) },
    at,
  });
}
