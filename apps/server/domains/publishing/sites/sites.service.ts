import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import { refuseUnsupported } from '../../../compat/unsupported-fields.ts';
import { siteNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { SiteVisibility } from '../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError, invalidField } from '../../../platform/http/errors.ts';
import { findSpaceRows } from '../../content/spaces/spaces.queries.ts';
import type { AuditAction } from '../../core/audit/actions.ts';
import { type NewEvent, recordEvent } from '../../core/audit/record-event.ts';
import { isReservedBasename } from './basename.ts';
import {
  type AskedVisibility,
  chooseVisibility,
  prepareReaders,
  type ReadersChange,
  storeReaderTeams,
  toReaderColumns,
} from './change-readers.ts';
import { assertMayPublish, insertSiteWithSpaces } from './create-site.ts';
import { lockSite } from './lock-site.queries.ts';
import { listSections, listShown, type SiteStructure } from './site-structure.ts';
import { findSiteRow, type SiteRow, updateSiteRow } from './sites.queries.ts';
import {
  deleteSiteRow,
  markReadableRevisions,
  releaseAddress,
  type SiteChanges,
  takeAddress,
  takeAllAddresses,
  updateReaderColumns,
} from './sites.repository.ts';
import type { CreateSiteBody, UpdateSiteBody } from './sites.schemas.ts';
import { editLocked } from './structure/change-structure.ts';
import { setDefaultSection, setDefaultSiteSpace } from './structure/edits/change-items.ts';
import { makePath } from './structure/paths.ts';
import { loadStructure, type SiteKey } from './structure.queries.ts';

export const nothingToPublish = defineError(
  { status: 409, reason: 'nothing-to-publish' },
  'The site has no space that readers can see. Add a space or make a draft live, then publish the site.',
);
export const basenameTaken = defineError(
  { status: 409, reason: 'basename-taken' },
  'Another site has this basename. Choose another one.',
);

const DEFAULT_TITLE = 'Untitled site';
const MIN_TITLE = 2;

/** Checks the roles on the spaces here, because the body names them. */
export async function createSiteWithSpaces(
  context: Context,
  actor: Actor,
  organizationId: string,
  body: Static<typeof CreateSiteBody>,
): Promise<SiteRow> {
  const spaceIds = body.spaces ?? [];
  const readers = await prepareReaders(body);
  for (const spaceId of spaceIds) await assertMayPublish(context, actor, { organizationId, spaceId });
  const rows = new Map(
    (await findSpaceRows(context, { organizationId, spaceIds })).map((row) => [row.space_id, row]),
  );
  const taken = new Set<string>();
  const spaces = spaceIds.map((spaceId) => {
    const { title = '', language } = rows.get(spaceId) ?? {};
    const path = makePath(title, language ?? 'variant', (one) => taken.has(one));
    taken.add(path);
    return { spaceId, path };
  });
  const [first = ''] = spaceIds.map((spaceId) => rows.get(spaceId)?.title ?? '');
  const at = context.clock();
  return context.transact(async (unit) => {
    const { siteId } = await insertSiteWithSpaces(unit, {
      organizationId,
      title: body.title ?? (first.length >= MIN_TITLE ? first : DEFAULT_TITLE),
      visibility: body.visibility ?? 'public',
      spaces,
      createdAt: at,
    });
    const key = { organizationId, siteId };
    const created = await getSiteRow(unit.trx, key);
    if (!body.readers) return created;
    await storeReaders(unit, created, readers, at);
    return getSiteRow(unit.trx, key);
  });
}

/** Gives the site another hostname, or none. Implemented above: sites do not know how hostnames are proven. */
export type ChangeHostname = (
  unit: UnitOfWork,
  cause: Cause,
  key: SiteKey,
  hostname: string | null,
) => Promise<void>;

/** Absent fields stay as they are. */
export async function updateSite(
  {
    transact,
    clock,
    changeHostname,
  }: Pick<Context, 'transact' | 'clock'> & { changeHostname: ChangeHostname },
  cause: Cause,
  { organizationId, siteId }: SiteKey,
  body: Static<typeof UpdateSiteBody>,
): Promise<SiteRow> {
  refuseUnknownSettings(body);
  const readers = await prepareReaders(body);
  const key = { organizationId, siteId };
  const at = clock();
  return transact(async (unit) => {
    const before = await getLockedSite(unit.trx, key);
    if (body.basename !== undefined && body.basename !== before.basename)
      await moveBasename(unit, key, before.basename, body.basename);
    if (body.hostname !== undefined) await changeHostname(unit, cause, key, body.hostname);
    const visibility = chooseVisibility(before.visibility, body);
    await updateSiteRow(unit.trx, key, { ...toChanges(body), updated_at: at });
    if (hasReaders(body)) await storeReaders(unit, before, readers, at);
    if (body.defaultSiteSection !== undefined || body.defaultSiteSpace !== undefined)
      await editLocked(unit, key, (structure) => setDefaults(structure, body), at);
    if (opensOtherwise(body, before, visibility)) await markReadableRevisions(unit.trx, key);
    unit.announce({ kind: 'site', siteId });
    const after = await getSiteRow(unit.trx, key);
    await recordSettings(unit.trx, { cause, before, after, at });
    return after;
  });
}

function refuseUnknownSettings(body: Static<typeof UpdateSiteBody>): void {
  refuseUnsupported('site', body);
  if (body.basename !== undefined && isReservedBasename(body.basename))
    throw invalidField('basename', 'is reserved. Choose another one');
}

async function storeReaders(
  unit: UnitOfWork,
  before: SiteRow,
  readers: ReadersChange,
  at: Date,
): Promise<void> {
  const key = { organizationId: before.organization_id, siteId: before.site_id };
  const columns = toReaderColumns(before, readers, at);
  if (columns) await updateReaderColumns(unit.trx, key, columns);
  const visibility = chooseVisibility(before.visibility, readers);
  await storeReaderTeams(unit, key, { readers: readers.readers, visibility });
}

const hasReaders = ({ visibility, readers }: AskedVisibility): boolean =>
  visibility !== undefined || readers !== undefined;

/** Whether visitors see something else afterwards, or others see it. */
const opensOtherwise = (
  { readers, adaptiveContent }: Static<typeof UpdateSiteBody>,
  before: SiteRow,
  visibility: SiteVisibility,
): boolean =>
  visibility !== before.visibility ||
  (readers !== undefined && readers !== null) ||
  (adaptiveContent !== undefined && adaptiveContent.enabled !== before.adaptive);

function toChanges(body: Static<typeof UpdateSiteBody>): SiteChanges {
  const changes: SiteChanges = {};
  if (body.title !== undefined) changes.title = body.title;
  if (body.title !== undefined) changes.title_folded = foldName(body.title);
  if (body.basename !== undefined) changes.basename = body.basename;
  if (body.adaptiveContent !== undefined) changes.adaptive = body.adaptiveContent.enabled;
  const { enabled, ownServers } = body.apiRequests ?? {};
  if (enabled !== undefined) changes.allows_api_requests = enabled;
  if (ownServers !== undefined) changes.allows_own_servers = ownServers;
  if (body.defaultLevel !== undefined) changes.default_level = body.defaultLevel;
  return changes;
}

/** The default site space is one of the default section, which the same request may have chosen. */
function setDefaults(
  structure: SiteStructure,
  { defaultSiteSection, defaultSiteSpace }: Static<typeof UpdateSiteBody>,
): SiteStructure {
  const chosen =
    defaultSiteSection === undefined ? structure : setDefaultSection(structure, defaultSiteSection);
  if (defaultSiteSpace === undefined) return chosen;
  const section = listSections(chosen).find(({ isDefault }) => isDefault);
  return setDefaultSiteSpace(chosen, defaultSiteSpace, section?.siteSectionId ?? null);
}

async function moveBasename(
  { trx, announce }: UnitOfWork,
  key: SiteKey,
  from: string,
  to: string,
): Promise<void> {
  if (!(await takeAddress(trx, key, { kind: 'basename', name: to }))) throw basenameTaken();
  await releaseAddress(trx, key, { kind: 'basename', name: from });
  for (const name of [from, to]) announce({ kind: 'site-address', address: 'basename', name });
}

/** The settings that decide who can read the site, and where, and what readers can reach through it. */
const describeSettings = (row: SiteRow): Record<string, unknown> => ({
  visibility: row.visibility,
  teams: row.reader_team_ids,
  passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
  basename: row.basename,
  adaptiveContent: row.adaptive,
  apiRequests: row.allows_api_requests,
  ownServers: row.allows_own_servers,
});

async function recordSettings(
  trx: Transaction<DB>,
  { cause, before, after, at }: { cause: Cause; before: SiteRow; after: SiteRow; at: Date },
): Promise<void> {
  const [one, other] = [describeSettings(before), describeSettings(after)];
  const changed = Object.keys(one).filter((name) => String(one[name]) !== String(other[name]));
  const describe = (row: SiteRow) => {
    const settings = describeSettings(row);
    return Object.fromEntries(changed.map((name) => [name, settings[name]]));
  };
  if (changed.length > 0) {
    const payload = { before: describe(before), after: describe(after) };
    await record(trx, { action: 'site.updated', cause, site: after, payload, at });
  }
  if (before.default_level === after.default_level) return;
  const payload = {
    before: { defaultLevel: before.default_level },
    after: { defaultLevel: after.default_level },
  };
  await record(trx, { action: 'permission.default-changed', cause, site: after, payload, at });
}

/** Readers see the site from now on. Nothing changes if they do already. */
export async function publishSite(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  key: SiteKey,
): Promise<SiteRow> {
  return transact((unit) => publishSiteIn(unit, cause, key, clock()));
}

/** Does so in a transaction of the caller's. */
export async function publishSiteIn(
  { trx, announce }: Pick<UnitOfWork, 'trx' | 'announce'>,
  cause: Cause,
  key: SiteKey,
  at: Date,
): Promise<SiteRow> {
  const site = await getLockedSite(trx, key);
  if (site.published_at) return site;
  if (listShown(await loadStructure(trx, key)).size === 0) throw nothingToPublish();
  await markReadableRevisions(trx, key);
  await updateSiteRow(trx, key, { published_at: at, updated_at: at });
  announce({ kind: 'site', siteId: key.siteId });
  const payload = { after: { visibility: site.visibility } };
  await record(trx, { action: 'site.published', cause, site, payload, at });
  return getSiteRow(trx, key);
}

/** Readers no longer see the site. */
export async function unpublishSite(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  key: SiteKey,
): Promise<SiteRow> {
  const at = clock();
  return transact(async ({ trx, announce }) => {
    const site = await getLockedSite(trx, key);
    if (!site.published_at) return site;
    await updateSiteRow(trx, key, { published_at: null, updated_at: at });
    announce({ kind: 'site', siteId: key.siteId });
    await record(trx, { action: 'site.unpublished', cause, site, payload: {}, at });
    return getSiteRow(trx, key);
  });
}

/** Visitors can no longer read revisions that are not current. */
export async function withdrawRevisions(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  key: SiteKey,
): Promise<SiteRow> {
  return transact(async ({ trx, announce }) => {
    const site = await getLockedSite(trx, key);
    await markReadableRevisions(trx, key);
    announce({ kind: 'site', siteId: key.siteId });
    await record(trx, { action: 'site.revisions-withdrawn', cause, site, payload: {}, at: clock() });
    return site;
  });
}

/** Deletes the site with its structure, links and settings; its spaces stay. */
export async function deleteSite(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  key: SiteKey,
): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const site = await getLockedSite(trx, key);
    for (const { kind, name } of await takeAllAddresses(trx, key))
      announce({ kind: 'site-address', address: kind, name });
    await deleteSiteRow(trx, key);
    announce({ kind: 'site', siteId: key.siteId });
    const payload = { before: { visibility: site.visibility, published: site.published_at !== null } };
    await record(trx, { action: 'site.deleted', cause, site, payload, at: clock() });
  });
}

export async function getSiteRow(db: Context['db'], key: SiteKey): Promise<SiteRow> {
  const row = await findSiteRow(db, key);
  if (!row) throw siteNotFound();
  return row;
}

async function getLockedSite(trx: Transaction<DB>, key: SiteKey): Promise<SiteRow> {
  await lockSite(trx, key);
  return getSiteRow(trx, key);
}

async function record(
  trx: Transaction<DB>,
  event: {
    action: AuditAction;
    cause: Cause;
    site: SiteRow;
    payload: NonNullable<NewEvent['payload']>;
    at: Date;
  },
): Promise<void> {
  const { action, cause, site, payload, at } = event;
  const target = { type: 'site' as const, id: site.site_id, label: site.title };
  await recordEvent(trx, { organizationId: site.organization_id, cause, action, target, payload, at });
}
