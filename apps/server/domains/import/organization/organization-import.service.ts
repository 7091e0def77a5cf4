import { parseGitRef, parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import type { Credentials } from '@lectern/git/program/remote-url';
import { findFormat } from '@lectern/import/formats/import-formats';
import { isId, newId } from '@lectern/std/ids';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { assertScope, type Granted, refuseParent } from '../../../platform/access/grant.ts';
import { RULES } from '../../../platform/access/policy.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';
import { spaceLocked } from '../../content/revisions/space-branch.ts';
import { uploadNotFound } from '../../content/uploads/upload-errors.ts';
import { findUploadedFile, UPLOAD_LIFETIME_MS } from '../../content/uploads/uploads.queries.ts';
import { sealCredentials } from '../../git/connection/credentials.ts';
import { parseField } from '../../git/parse-field.ts';
import { importEnded, importNotFound, type StoredImport, tooManyImports } from '../content-import.service.ts';
import { storeActor } from '../stored-actor.ts';
import {
  countActiveImports,
  deleteOldDryRuns,
  endOrganizationImport,
  findOrganizationImport,
  insertOrganizationImport,
  type OrganizationImportKey,
  type OrganizationImportRow,
} from './organization-import.repository.ts';
import type { ImportBody, ImportRoot } from './organization-import.schemas.ts';

/** The kind of the job that imports into an organization. */
export const ORGANIZATION_IMPORT = 'organization-import' as const;

/** At most this many imports and dry runs of one organization wait or run at the same time. */
const MAX_WAITING = 20;
const DRY_RUNS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const DEFAULT_PAGES = 100;

/** The parameters of an import into an organization, as stored in its row. */
export interface StoredRequest extends Omit<StoredImport, 'source' | 'dryRun' | 'format'> {
  /** Found out if absent. */
  source?: StoredImport['source'];
  roots?: NonNullable<ImportBody['roots']>;
  spaceId?: string;
  parentId?: string;
  collection?: { title: string };
  site?: { title: string };
  sync?: 'import' | 'both';
}

/** What has come of an import so far, as stored in its row. */
export interface StoredOutcome {
  /** The source, once it is known. */
  source?: StoredImport;
  product?: string;
  roots?: ImportRoot[];
  rootCount?: number;
  /** The collection that was created. */
  collectionId?: string;
  /** The site that was created. */
  siteId?: string;
}

export interface OrganizationImportPayload {
  importId: string;
}

/** Checks a request, records the import and enqueues its job. */
export async function requestOrganizationImport(
  context: Context,
  granted: Granted,
  organizationId: string,
  body: ImportBody,
): Promise<OrganizationImportKey> {
  await assertMayImport(context, granted, organizationId, body);
  const { request, credentials } = await readBody(context, organizationId, body);
  const { actor } = granted;
  const key = { organizationId, importId: newId() };
  const at = context.clock();
  await context.transact(async (unit) => {
    await deleteOldDryRuns(unit.trx, organizationId, new Date(at.getTime() - DRY_RUNS_KEPT_MS));
    if ((await countActiveImports(unit.trx, organizationId)) >= MAX_WAITING) throw tooManyImports();
    await insertOrganizationImport(unit.trx, {
      ...key,
      isDryRun: body.dryRun ?? false,
      request,
      credentials: credentials ? sealCredentials(context.keyRing, credentials) : null,
      authorId: authorIdOf(actor),
      actor: storeActor(actor),
      at,
    });
    const payload: OrganizationImportPayload = { importId: key.importId };
    await enqueueJob(unit, { organizationId, kind: ORGANIZATION_IMPORT, payload }, at);
  });
  return key;
}

/** Asks for the role where the content shall go: the organization, the collection or the space that is named. */
export async function assertMayImport(
  { pointers }: Pick<Context, 'pointers'>,
  granted: Granted,
  organizationId: string,
  {
    space: spaceId,
    parent,
    site,
    sync,
    dryRun,
  }: Pick<ImportBody, 'space' | 'parent' | 'site' | 'sync' | 'dryRun'>,
): Promise<void> {
  const { actor, role } = granted;
  if (spaceId !== undefined) {
    const space = isId(spaceId) ? await pointers.spaces.find(spaceId) : undefined;
    if (!space || space.organizationId !== organizationId || space.deletedAt) throw spaceNotFound();
    const onSpace = await findRole(pointers, await findStanding(pointers, actor, organizationId), space);
    if (onSpace === null) throw spaceNotFound();
    const needed = sync === undefined ? 'create' : 'admin';
    if (!isAtLeast(onSpace, needed)) throw insufficientRole(needed, 'on the space');
    if (space.editMode === 'locked' && !dryRun) throw spaceLocked();
  } else {
    const refused = await refuseParent(
      pointers,
      RULES['organization:create-space'],
      { ...granted, organizationId },
      parent ?? null,
    );
    if (refused) throw refused;
  }
  if (site !== undefined && !isAtLeast(role, 'admin')) throw insufficientRole('admin', 'in the organization');
  if (sync !== undefined) assertScope(granted, 'admin');
}

/** Separates what is stored in the open from the credentials. */
async function readBody(
  context: Pick<Context, 'db' | 'clock'>,
  organizationId: string,
  body: ImportBody,
): Promise<{ request: StoredRequest; credentials: Credentials | undefined }> {
  assertFields(body);
  const { source, ref, maxPages = DEFAULT_PAGES, copyPictures = false, roots, site, sync } = body;
  const { url, credentials } = readAddress(body);
  const upload =
    body.upload === undefined ? undefined : await readUpload(context, organizationId, body.upload);
  const directory = parseField('repoProjectDirectory', () =>
    parseRepositoryDirectory(body.repoProjectDirectory ?? ''),
  );
  const target =
    body.space === undefined
      ? {
          ...(body.parent === undefined ? {} : { parentId: body.parent }),
          ...(body.collection === undefined ? {} : { collection: body.collection }),
        }
      : { spaceId: body.space };
  return {
    request: {
      url,
      maxPages,
      ...(upload === undefined ? {} : { upload }),
      ...(source === undefined ? {} : { source }),
      ...(ref === undefined ? {} : { ref: parseField('ref', () => parseGitRef(ref)).text }),
      ...(directory === '' ? {} : { directory }),
      ...(copyPictures ? { copyPictures } : {}),
      ...(roots === undefined ? {} : { roots }),
      ...(site === undefined ? {} : { site }),
      ...(sync === undefined ? {} : { sync }),
      ...target,
    },
    credentials,
  };
}

function assertFields(body: ImportBody): void {
  if ((body.url === undefined) === (body.upload === undefined))
    throw invalidField('url', 'or “upload” is needed, and only one of them');
  if (body.source === 'google-docs')
    throw invalidField('source', 'cannot be google-docs. Download the document as .docx');
  for (const [at, { format }] of (body.roots ?? []).entries())
    if (format !== undefined && !findFormat(format))
      throw invalidField(`roots.${at}.format`, 'is not a format that can be imported');
  if (body.space === undefined) return;
  for (const name of ['parent', 'collection', 'site'] as const)
    if (body[name] !== undefined) throw invalidField(name, 'is for new spaces only');
  if ((body.roots?.length ?? 0) > 1) throw invalidField('roots', 'must be one to import into a space');
}

function readAddress(body: ImportBody): { url: string; credentials: Credentials | undefined } {
  if (body.url === undefined) return { url: '', credentials: body.credentials };
  const url = new URL(body.url);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url: url.href, credentials: body.credentials };
  try {
    const own = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    return { url: url.href, credentials: body.credentials ?? own };
  } catch {
    throw invalidField('url', 'contains a user name or password that is not percent-encoded');
  }
}

async function readUpload(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  organizationId: string,
  uploadId: string,
): Promise<NonNullable<StoredImport['upload']>> {
  const since = new Date(clock().getTime() - UPLOAD_LIFETIME_MS);
  const found = isId(uploadId)
    ? await findUploadedFile(db, { organizationId, spaceId: null, uploadId, since })
    : undefined;
  if (!found) throw uploadNotFound('upload');
  return { id: uploadId, name: found.name, hash: found.hash.toString('hex'), size: found.size };
}

/** Returns an import that the caller may see: their own, or any for administrators. */
export async function getOrganizationImport(
  db: Context['db'],
  { actor, role }: Pick<Granted, 'actor' | 'role'>,
  key: OrganizationImportKey,
): Promise<OrganizationImportRow> {
  const row = isId(key.importId) ? await findOrganizationImport(db, key) : undefined;
  if (!row || (row.author_id !== authorIdOf(actor) && !isAtLeast(role, 'admin'))) throw importNotFound();
  return row;
}

/** Cancels an import: its job stops at its next step. What has been imported by then stays. */
export async function cancelOrganizationImport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  granted: Pick<Granted, 'actor' | 'role'>,
  key: OrganizationImportKey,
): Promise<void> {
  await getOrganizationImport(db, granted, key);
  if (!(await endOrganizationImport(db, key, { status: 'cancelled', at: clock() }))) throw importEnded();
}
