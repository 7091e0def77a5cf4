import type { Credentials } from '@lectern/git/program/remote-url';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { isDatabaseAway } from '../../../platform/db/database-failure.ts';
import { createCollection } from '../../content/collections/collections.service.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { spaceBranch } from '../../content/revisions/space-branch.ts';
import { createSpaceIn, deleteSpace, userIdOf } from '../../content/spaces/spaces.service.ts';
import { putConnection } from '../../git/connection/connection.service.ts';
import { insertSiteWithSections } from '../../publishing/sites/structure/site-with-sections.ts';
import { importCancelled, type StoredImport } from '../content-import.service.ts';
import { formatMismatch, importFailed, importTargetGone } from '../import-failures.ts';
import { explainFailure, type ImportWatch, keepProblems } from '../import-job.ts';
import { MAX_PROBLEMS } from '../import-limits.ts';
import { landContent } from '../landing/land-content.ts';
import { countKinds, describeRoot, findMissingSpecs } from './examine-root.ts';
import {
  endOrganizationImport,
  type OrganizationImportKey,
  updateImportOutcome,
} from './organization-import.repository.ts';
import type { ImportRoot } from './organization-import.schemas.ts';
import type { StoredOutcome, StoredRequest } from './organization-import.service.ts';
import { chooseRoots, type ReadableRoot } from './read-roots.ts';

interface Work {
  request: StoredRequest;
  /** What an earlier run has stored; its source is known. */
  outcome: StoredOutcome & { source: StoredImport };
  found: readonly ReadableRoot[];
  actor: Actor;
  credentials: Credentials | undefined;
}

/** An import that is under way: what it does, and what has come of it so far. */
interface Running extends Omit<Work, 'outcome'> {
  parts: EditingParts;
  key: OrganizationImportKey;
  watch: ImportWatch;
  outcome: Work['outcome'] & { roots: ImportRoot[] };
}

/** Imports the roots one after the other, then makes their site, and ends the import. */
export async function importRoots(
  parts: EditingParts,
  key: OrganizationImportKey,
  { outcome: stored, ...work }: Work,
  watch: ImportWatch,
): Promise<void> {
  const { request, found } = work;
  const chosen = chooseRoots(found, request.roots);
  const roots = stored.roots ?? chosen.map((root) => describeRoot(root, 'waiting'));
  const running: Running = {
    ...work,
    parts,
    key,
    watch,
    outcome: { ...stored, product: chosen[0]?.product ?? '', rootCount: roots.length, roots },
  };
  await createCollectionOnce(running);
  for (const [at, root] of chosen.entries())
    if (roots[at]?.status === 'waiting') await importRoot(running, root, at);
  const failed = roots.find(({ status }) => status === 'failed');
  if (failed && roots.every(({ status }) => status === 'failed')) {
    const { reason, message = '' } = failed;
    const end = { status: 'failed', at: parts.context.clock(), message } as const;
    await endOrganizationImport(parts.context.db, key, { ...end, reason: reason ?? importFailed.reason });
    return;
  }
  await complete(running);
}

async function createCollectionOnce({ parts, key, request, outcome }: Running): Promise<void> {
  if (!request.collection || outcome.collectionId !== undefined) return;
  const { organizationId } = key;
  const { collection_id: collectionId } = await createCollection(parts.context, organizationId, {
    title: request.collection.title,
    ...(request.parentId === undefined ? {} : { parent: request.parentId }),
  });
  outcome.collectionId = collectionId;
  await updateImportOutcome(parts.context.db, key, outcome);
}

async function importRoot(running: Running, root: ReadableRoot, at: number): Promise<void> {
  const { parts, key, watch, request, outcome } = running;
  const { context } = parts;
  const shown = outcome.roots[at] as ImportRoot;
  const place = { number: at + 1, count: outcome.roots.length, title: shown.title };
  watch.onProgress({ stage: 'converting', root: place });
  const isNew = request.spaceId === undefined;
  try {
    const space = await openSpace(running, at);
    if (request.sync !== undefined && isSyncable(outcome.source, root))
      await connect(running, root, { at, space });
    else await land(running, root, { at, space, place });
  } catch (error) {
    const mustStop = watch.signal.aborted || isDatabaseAway(error);
    // A process that takes over continues with the same space; a cancelled import leaves no empty one.
    if (mustStop && !importCancelled.matches(watch.signal.reason)) throw error;
    if (isNew && shown.space !== undefined)
      await deleteSpace(context, { organizationId: key.organizationId, spaceId: shown.space }).catch(
        () => {},
      );
    if (mustStop) throw error;
    const { reason, message } = explainFailure(context, key.importId, error);
    const { space: _none, ...facts } = shown;
    outcome.roots[at] = { ...facts, status: 'failed', reason, message };
    await updateImportOutcome(context.db, key, outcome);
  }
}

/** Git sync reads Markdown only. */
const isSyncable = ({ source }: StoredImport, { format }: ReadableRoot): boolean =>
  source === 'repository' && format === 'markdown';

/** The space of a root: the one that the request names, the one of an earlier run, or a new one. */
async function openSpace(running: Running, at: number): Promise<SpacePointer> {
  const { parts, key, request, outcome, actor } = running;
  const { context } = parts;
  const { organizationId } = key;
  const root = outcome.roots[at] as ImportRoot;
  const parent = outcome.collectionId ?? request.parentId;
  let spaceId = request.spaceId ?? root.space;
  spaceId ??= await context.transact(async ({ trx }) => {
    const created = await createSpaceIn(trx, {
      organizationId,
      title: root.title,
      authorId: userIdOf(actor),
      createdAt: context.clock(),
      ...(parent === undefined ? {} : { parent }),
    });
    root.space = created.space_id;
    if (!(await updateImportOutcome(trx, key, outcome))) throw importCancelled();
    return created.space_id;
  });
  root.space = spaceId;
  context.pointers.spaces.invalidate(spaceId);
  const space = await context.pointers.spaces.find(spaceId);
  if (!space || space.deletedAt || space.organizationId !== organizationId)
    throw importTargetGone('The space was deleted or transferred.');
  return space;
}

interface Place {
  /** The index of the root. */
  at: number;
  space: SpacePointer;
}

/** The first sync brings the content of the repository, and reports on it. */
async function connect(running: Running, root: ReadableRoot, { at, space }: Place): Promise<void> {
  const { parts, key, request, outcome, actor, credentials } = running;
  const { url, ref, directory = '' } = outcome.source;
  if (!ref?.startsWith('refs/heads/'))
    throw formatMismatch('To sync with the repository, name one of its branches.');
  const path = [directory, root.path].filter((part) => part !== '').join('/');
  const body = {
    url,
    direction: request.sync as 'import' | 'both',
    initialDirection: 'import' as const,
    repoProjectDirectory: path,
    ref,
    ...(credentials ? { credentials } : {}),
  };
  await putConnection(parts.context, { actor, source: 'api', address: null }, space, body);
  outcome.roots[at] = { ...(outcome.roots[at] as ImportRoot), status: 'connected' };
  await updateImportOutcome(parts.context.db, key, outcome);
}

async function land(
  running: Running,
  root: ReadableRoot,
  { at, space, place }: Place & { place: { number: number; count: number; title: string } },
): Promise<void> {
  const { parts, key, watch, outcome, actor } = running;
  const { context } = parts;
  const source = await root.open();
  const missingSpecs = await findMissingSpecs(context, key.organizationId, source.content);
  const most = Math.floor((2 * MAX_PROBLEMS) / outcome.roots.length);
  await landContent(parts, source, {
    space,
    line: spaceBranch(context, space, actor),
    branchId: space.spaceId,
    findHead: async () => {
      context.pointers.spaces.invalidate(space.spaceId);
      return (await context.pointers.spaces.find(space.spaceId))?.revisionId ?? space.revisionId;
    },
    authorId: authorIdOf(actor),
    pageId: undefined,
    signal: watch.signal,
    onProgress: (progress) => watch.onProgress({ ...progress, root: place }),
    onCommit: async ({ trx }, { revisionId, counts }) => {
      const { problems } = source.content;
      const kinds = countKinds(problems);
      const countOf = (reason: string): number => kinds.find((kind) => kind.reason === reason)?.count ?? 0;
      const roots = outcome.roots.with(at, {
        ...(outcome.roots[at] as ImportRoot),
        status: 'imported',
        revision: revisionId,
        counts,
        brokenLinks: countOf('missing-target'),
        missingIncludes: countOf('missing-include') + countOf('unsupported-include'),
        missingSpecs,
        problemCount: problems.length,
        problemKinds: kinds,
        problems: keepProblems(problems, Math.min(most, MAX_PROBLEMS)),
      });
      if (!(await updateImportOutcome(trx, key, { ...outcome, roots }))) throw importCancelled();
      outcome.roots = roots;
    },
  });
}

/** Makes the site of the new spaces, in the transaction that ends the import. */
async function complete({ parts, key, request, outcome, actor }: Running): Promise<void> {
  const { context } = parts;
  const at = context.clock();
  await context.transact(async (unit) => {
    const spaces = outcome.roots.flatMap(({ space: spaceId, title }) =>
      spaceId ? [{ spaceId, title }] : [],
    );
    const [first, ...others] = spaces;
    const siteId =
      request.site && first
        ? await insertSiteWithSections(unit, {
            organizationId: key.organizationId,
            title: request.site.title,
            spaces: [first, ...others],
            actor,
            createdAt: at,
          })
        : undefined;
    await updateImportOutcome(unit.trx, key, { ...outcome, ...(siteId ? { siteId } : {}) });
    const isEnded = await endOrganizationImport(unit.trx, key, { status: 'completed', at });
    if (!isEnded) throw importCancelled();
  });
}
