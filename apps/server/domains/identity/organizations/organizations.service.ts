import { newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import { Clean } from 'typebox/value';
import { organizationNotFound } from '../../../platform/access/access-errors.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { type ApiError, defineError, invalidField, invalidFields } from '../../../platform/http/errors.ts';
import { OrganizationMergeRulesSchema } from '../../../platform/http/merge-rules.schemas.ts';
import { assertMergeRules } from '../../../platform/http/merge-rules.ts';
import { findTimeZone, UTC } from '../../../platform/http/time-zone.ts';
import type { SmallPicture } from '../users/receive-picture.ts';
import { normalizeEmailDomain } from './email-domains.ts';
import { keepListedDomains } from './listed-domains.repository.ts';
import { deleteLogo, insertLogo, logoAddress } from './logos.queries.ts';
import { recordOrganizationCreated, recordOrganizationUpdated } from './organization-events.ts';
import {
  findOrganizationRow,
  insertOrganization,
  lockOrganizationRow,
  type OrganizationRow,
} from './organizations.queries.ts';
import {
  type OrganizationChanges,
  replaceHostname,
  updateOrganizationRow,
} from './organizations.repository.ts';
import type { CreateOrganizationBody, UpdateOrganizationBody } from './organizations.schemas.ts';
import { isPublicMailDomain } from './public-mail-domains.ts';
import { isTimeZoneOfDatabase } from './time-zone.queries.ts';

export const organizationCreationOff = defineError(
  { status: 403, reason: 'organization-creation-off' },
  'Organizations cannot be created on this instance. Ask its operator.',
);
const noSuchSite = (): ApiError =>
  invalidField('defaultContent.site', 'is not a site of this organization. Create the site first');

const noSuchTimeZone = (): ApiError =>
  invalidField('timeZone', 'is not a time zone such as Europe/Berlin or UTC');

const DEFAULT_TITLE = 'Untitled';

/** Makes the user who calls the administrator of a new organization. */
/** An organization that is being created. */
export interface NewOrganization {
  organizationId: string;
  title: string;
  creatorId: string;
  createdAt: Date;
}

export async function createOrganization(
  { transact, clock, config }: Context,
  cause: Cause,
  creatorId: string,
  body: Static<typeof CreateOrganizationBody>,
  /** Creates the default site, and returns its id. */
  addSite?: (unit: UnitOfWork, organization: NewOrganization) => Promise<string>,
): Promise<OrganizationRow> {
  if (!config.allowOrganizationCreation) throw organizationCreationOff();
  const organizationId = newId();
  const organization = {
    organizationId,
    title: body.title,
    type: body.type ?? 'business',
    useCase: body.useCase ?? null,
    emailDomains: normalizeEmailDomains(body.emailDomains ?? []),
    defaultRole: 'read' as const,
    creatorId,
    createdAt: clock(),
  };
  return transact(async (unit) => {
    const { trx } = unit;
    await insertOrganization(trx, organization);
    await keepListedDomains(trx, organizationId, organization.emailDomains);
    await recordOrganizationCreated(trx, cause, organization);
    if (addSite) {
      const site = await addSite(unit, organization);
      await updateOrganizationRow(trx, organizationId, { default_content: { type: 'site', site } });
    }
    return getOrganizationRow(trx, organizationId);
  });
}

/** Absent fields stay as they are; null removes, and a required field returns to its default. */
export async function updateOrganization(
  { db, transact, clock }: Pick<Context, 'db' | 'transact' | 'clock'>,
  cause: Cause,
  organizationId: string,
  body: Static<typeof UpdateOrganizationBody>,
): Promise<OrganizationRow> {
  const changes = toChanges(body);
  if (changes.time_zone !== undefined && !(await isTimeZoneOfDatabase(db, changes.time_zone)))
    throw noSuchTimeZone();
  return transact(async (unit) => {
    const { trx, announce } = unit;
    const row = await lockOrganizationRow(trx, organizationId);
    if (!row) throw organizationNotFound();
    const { site } = body.defaultContent ?? {};
    if (site !== undefined && !(await unit.followers.siteChosen(unit, { organizationId, siteId: site })))
      throw noSuchSite();
    if (Object.keys(changes).length === 0) return row;
    if (changes.hostname !== undefined && changes.hostname !== row.hostname) {
      await replaceHostname(trx, { organizationId, from: row.hostname, to: changes.hostname });
    }
    if (changes.logo_url !== undefined && changes.logo_url !== row.logo_url)
      await deleteLogo(trx, organizationId);
    await updateOrganizationRow(trx, organizationId, changes);
    if (changes.email_domains) await keepListedDomains(trx, organizationId, changes.email_domains);
    const at = clock();
    await recordOrganizationUpdated(trx, cause, { before: row, changes, at });
    if (changes.merge_rules !== undefined)
      await unit.followers.mergeRulesChanged(unit, {
        organizationId,
        at,
        actorId: cause.actor && authorIdOf(cause.actor),
      });
    // Cached memberships depend on this setting: whether they require single sign-on.
    if (changes.sso !== undefined && changes.sso !== row.sso)
      announce({ kind: 'organization', organizationId });
    return getOrganizationRow(trx, organizationId);
  });
}

/** Makes a picture that was uploaded the logo of the organization, instead of the one before. */
export async function setLogo(
  { transact }: Pick<Context, 'transact'>,
  cause: Cause,
  organizationId: string,
  picture: SmallPicture,
): Promise<OrganizationRow> {
  return transact(async ({ trx }) => {
    const before = await lockOrganizationRow(trx, organizationId);
    if (!before) throw organizationNotFound();
    const changes = { logo_url: logoAddress(organizationId, picture.pictureId) };
    await deleteLogo(trx, organizationId);
    await insertLogo(trx, organizationId, picture);
    await updateOrganizationRow(trx, organizationId, changes);
    await recordOrganizationUpdated(trx, cause, { before, changes, at: picture.at });
    return getOrganizationRow(trx, organizationId);
  });
}

export async function getOrganizationRow(
  db: Context['db'],
  organizationId: string,
): Promise<OrganizationRow> {
  const row = await findOrganizationRow(db, organizationId);
  if (!row) throw organizationNotFound();
  return row;
}

const toDefaultContent = (given: Static<typeof UpdateOrganizationBody>['defaultContent']) =>
  given ? { type: given.type, site: given.site } : null;

function toChanges(body: Static<typeof UpdateOrganizationBody>): OrganizationChanges {
  const changes: OrganizationChanges = {};
  if (body.title !== undefined) changes.title = body.title ?? DEFAULT_TITLE;
  if (body.emailDomains !== undefined) changes.email_domains = normalizeEmailDomains(body.emailDomains ?? []);
  if (body.hostname !== undefined) changes.hostname = body.hostname;
  if (body.defaultRole !== undefined) changes.default_role = body.defaultRole;
  if (body.defaultContent !== undefined) changes.default_content = toDefaultContent(body.defaultContent);
  if (body.logo !== undefined) changes.logo_url = body.logo;
  if (body.sso !== undefined) changes.sso = body.sso ?? false;
  if (body.ai !== undefined) changes.ai = body.ai ?? false;
  if (body.inviteLinks !== undefined) changes.invite_links = body.inviteLinks ?? false;
  if (body.timeZone !== undefined) changes.time_zone = readTimeZone(body.timeZone ?? UTC);
  if (body.mergeRules !== undefined) {
    const rules = body.mergeRules ?? { type: 'none' };
    assertMergeRules(rules);
    // Removes fields that the rules do not have; the validator has checked the types of the others.
    changes.merge_rules = Clean(OrganizationMergeRulesSchema, rules) as typeof rules;
  }
  return changes;
}

function readTimeZone(name: string): string {
  const zone = findTimeZone(name);
  if (zone === undefined) throw noSuchTimeZone();
  return zone;
}

function normalizeEmailDomains(domains: string[]): string[] {
  const normalized = domains.map(normalizeEmailDomain);
  const details = normalized.flatMap((domain, n) => {
    const message = explainRefusal(domain);
    return message === undefined ? [] : [{ path: `emailDomains.${n}`, message }];
  });
  if (details.length > 0) throw invalidFields(details);
  return [...new Set(normalized as string[])];
}

/** Explains why an organization may not list the domain as its own; undefined if it may. */
function explainRefusal(domain: string | undefined): string | undefined {
  if (domain === undefined) return 'is not a domain name such as example.com';
  return isPublicMailDomain(domain) ? 'is a public email provider. Use a domain of your own' : undefined;
}
