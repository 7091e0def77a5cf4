import { MAX_FILE_BYTES } from '@lectern/openapi/openapi-limits';
import { isId, newId } from '@lectern/std/ids';
import type { Cause } from '../../platform/access/cause.ts';
import type { UnitOfWork } from '../../platform/access/transaction.ts';
import type { Context } from '../../platform/context.ts';
import { defineError, defineNotFound, invalidField } from '../../platform/http/errors.ts';
import { recordEvent } from '../core/audit/record-event.ts';
import type { SpecSource } from './openapi.schemas.ts';
import { pack, unpack } from './packed.ts';
import { enqueueProcessing } from './process-spec.jobs.ts';
import {
  countSpecs,
  deleteSpecRow,
  findSpecRow,
  insertSpec,
  keepSource,
  lockSpecRow,
  lockSpecs,
  type SpecRow,
  type StoredSource,
  specExists,
  updateSource,
  updateVisibility,
} from './specs.repository.ts';
import {
  deleteUnusedContents,
  findVersionRow,
  readFilesystem,
  readSourceText,
  type VersionRow,
} from './versions.repository.ts';

const MAX_SPECS = 500;

export const specNotFound = defineNotFound('openapi-spec-not-found', 'OpenAPI spec');
export const specVersionNotFound = defineNotFound(
  'openapi-spec-version-not-found',
  'version of the OpenAPI spec',
);
export const tooManySpecs = defineError(
  { status: 409, reason: 'too-many-openapi-specs' },
  () => `An organization can have at most ${MAX_SPECS} OpenAPI specs. Delete one first.`,
);

/** Sources of one spec that wait to be processed: a source may have several megabytes. */
const MAX_WAITING = 20;
export const tooManyWaitingSources = defineError({ status: 429, reason: 'too-many-openapi-sources' }, () => ({
  message: `${MAX_WAITING} sources of this OpenAPI spec are waiting to be processed. Try again in a minute.`,
  headers: { 'retry-after': '60' },
}));

export interface SpecName {
  organizationId: string;
  slug: string;
}

export async function getSpec(db: Context['db'], name: SpecName): Promise<SpecRow> {
  const row = await findSpecRow(db, name);
  if (!row) throw specNotFound();
  return row;
}

export async function createSpec(context: Context, name: SpecName, source: SpecSource): Promise<SpecRow> {
  const stored = await storeSource(source);
  const at = context.clock();
  return context.transact(async (unit) => {
    await lockSpecs(unit.trx, name.organizationId);
    if (await findSpecRow(unit.trx, name)) throw specExists(name.slug);
    return addSpecIn(unit, name, stored, at);
  });
}

/** Gives a spec a new source, or creates it. A source that is not processed yet still becomes a version. */
export async function putSpec(
  context: Context,
  name: SpecName,
  source: SpecSource,
): Promise<{ row: SpecRow; isNew: boolean }> {
  const stored = await storeSource(source);
  const at = context.clock();
  return context.transact(async (unit) => {
    const { trx } = unit;
    await lockSpecs(trx, name.organizationId);
    const before = await findSpecRow(trx, name);
    if (!before) return { row: await addSpecIn(unit, name, stored, at), isNew: true };
    const key = keyOf(before);
    const isProcessed = before.processing_state === 'complete';
    // The same address is fetched once.
    const isKept = !isProcessed && (stored.url === null || stored.url !== before.source_url);
    if (isKept && (await keepSource(trx, key)) > MAX_WAITING) throw tooManyWaitingSources();
    const row = await updateSource(trx, key, { source: stored, at });
    await enqueueProcessing(unit, key, at);
    return { row, isNew: false };
  });
}

/** Adds a spec in a transaction of the caller's; its source is processed in the background. */
export async function addSpecIn(
  unit: UnitOfWork,
  { organizationId, slug }: SpecName,
  source: StoredSource,
  at: Date,
): Promise<SpecRow> {
  if ((await countSpecs(unit.trx, organizationId)) >= MAX_SPECS) throw tooManySpecs();
  const key = { organizationId, specId: newId() };
  const row = await insertSpec(unit.trx, key, { slug, source, at });
  await enqueueProcessing(unit, key, at);
  return row;
}

async function storeSource(source: SpecSource): Promise<StoredSource> {
  if ('url' in source) return { url: source.url, text: null };
  if (Buffer.byteLength(source.text) > MAX_FILE_BYTES)
    throw invalidField('source.text', `must not be larger than ${MAX_FILE_BYTES / 1_000_000} MB`);
  return { url: null, text: await pack(source.text) };
}

export async function changeVisibility(
  { transact, clock }: Context,
  cause: Cause,
  name: SpecName,
  visibility: string,
): Promise<SpecRow> {
  const at = clock();
  return transact(async ({ trx }) => {
    const before = await lockSpec(trx, name);
    if (before.visibility === visibility) return before;
    await recordEvent(trx, {
      organizationId: name.organizationId,
      cause,
      action: 'openapi-spec.updated',
      target: { type: 'openapi-spec', id: before.spec_id, label: before.slug },
      payload: { before: { visibility: before.visibility }, after: { visibility } },
      at,
    });
    return updateVisibility(trx, keyOf(before), { visibility, at });
  });
}

/** Deletes a spec with its versions. Tells whether there was one. */
export async function deleteSpec(
  { transact, clock }: Context,
  cause: Cause,
  name: SpecName,
): Promise<boolean> {
  return transact(async ({ trx, announce }) => {
    await lockSpecs(trx, name.organizationId);
    const row = await findSpecRow(trx, name);
    if (!row) return false;
    await deleteSpecRow(trx, keyOf(row));
    await deleteUnusedContents(trx, name.organizationId);
    announce({ kind: 'specs', ...name });
    await recordEvent(trx, {
      organizationId: name.organizationId,
      cause,
      action: 'openapi-spec.deleted',
      target: { type: 'openapi-spec', id: row.spec_id, label: row.slug },
      payload: { before: { visibility: row.visibility } },
      at: clock(),
    });
    return true;
  });
}

async function lockSpec(trx: UnitOfWork['trx'], name: SpecName): Promise<SpecRow> {
  const found = await findSpecRow(trx, name);
  const row = found && (await lockSpecRow(trx, keyOf(found)));
  if (!row) throw specNotFound();
  return row;
}

/** `versionId`: by default the latest. */
export async function getVersion(
  db: Context['db'],
  name: SpecName,
  versionId?: string,
): Promise<{ spec: SpecRow; version: VersionRow }> {
  const spec = await getSpec(db, name);
  const id = versionId ?? spec.last_version_id ?? '';
  const version = isId(id) ? await findVersionRow(db, keyOf(spec), id) : undefined;
  if (!version) throw specVersionNotFound();
  return { spec, version };
}

/** JSON in the form of the parser. */
export const getFilesystem = async (db: Context['db'], version: VersionRow): Promise<Buffer> =>
  unpack(await readFilesystem(db, version));

/** The entry file as it was sent or fetched. */
export async function getText(
  db: Context['db'],
  version: VersionRow,
): Promise<{ text: Buffer; format: 'json' | 'yaml' }> {
  const { source, format } = await readSourceText(db, version);
  return { text: await unpack(source), format: format === 'json' ? 'json' : 'yaml' };
}

/** A reference to another file, in JSON or in YAML. */
const FILE_REFERENCE = /\$ref["']?\s*:\s*["']?[^"'\s#]/;

/**
 * The document of a version by itself: the entry file as it was sent or fetched. One that refers to other files would
 * lead nowhere without them, so the version in which they are brought together takes its place.
 */
export async function getDocument(
  db: Context['db'],
  version: VersionRow,
): Promise<{ document: Buffer; format: 'json' | 'yaml' }> {
  const { text, format } = await getText(db, version);
  if (version.source_url === null || !FILE_REFERENCE.test(text.toString())) return { document: text, format };
  const [{ specification }] = JSON.parse((await getFilesystem(db, version)).toString());
  return { document: Buffer.from(JSON.stringify(specification)), format: 'json' };
}

/**
 * A spec that anyone can read, with its latest version; neither a private one, nor one of a deleted or suspended
 * organization.
 */
export async function getPublicSpec(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  name: SpecName,
): Promise<{ spec: SpecRow; version: VersionRow }> {
  const organization = isId(name.organizationId)
    ? await pointers.organizations.find(name.organizationId)
    : undefined;
  if (!organization || organization.isSuspended) throw specNotFound();
  const { spec, version } = await getVersion(db, name);
  if (spec.visibility !== 'public') throw specNotFound();
  return { spec, version };
}

export const keyOf = ({ organization_id, spec_id }: SpecRow): { organizationId: string; specId: string } => ({
  organizationId: organization_id,
  specId: spec_id,
});
