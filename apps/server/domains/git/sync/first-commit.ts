/** Prepares the first export of a space to a branch: the two have no state in common. */

import type { Hash } from '@lectern/content/tree/hash';
import { branchNameOf } from '@lectern/git/program/git-ref';
import type { RemoteRepository } from '@lectern/git/program/remote-repository';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { MergedRevisions } from '../../content/editing/merge-revisions.ts';
import { prepareFirstExport, requireNoDocumentation } from '../export/first-export.ts';
import type { ImportSource } from '../import/import-source.ts';
import { createSourceReader, findState } from './branch-state.ts';
import type { KeptText } from './conflict-request.ts';
import { describeLeftOut } from './describe-changes.ts';
import { findLeftOut } from './left-out.ts';
import { planCommit, type Sending } from './send-out.ts';
import type { SyncTarget } from './sync-target.ts';

export interface FirstCommit extends Pick<Sending, 'repository'> {
  headOid: string;
  source: ImportSource;
  /** Whether text that is replaced stays in another branch. */
  isElsewhere?: boolean;
}

/**
 * Prepares to send out a space that has no state in common with the commit. What only the commit has stays there. Where
 * both have the same page, the space's is written, if that is allowed.
 */
export async function prepareFirst(
  parts: EditingParts,
  target: SyncTarget,
  signal: AbortSignal,
  { repository, headOid, source, isElsewhere = target.isStandalone }: FirstCommit,
): Promise<Sending> {
  const current = await target.line.open();
  const { projectDirectory, treeUrl, ref } = target;
  const first = await prepareFirstExport(parts, { current, source, projectDirectory, treeUrl, signal });
  const { base, united, nodes, blobs, own } = first;
  const wanted = { ...current, snapshot: united };
  const leftOut = isElsewhere
    ? undefined
    : await findLeftOut(parts, { kept: wanted, former: { ...current, snapshot: base } });
  return {
    repository,
    headOid,
    source,
    base,
    wanted,
    own: current.snapshot,
    nodes,
    blobs,
    sinceId: undefined,
    isTakenOver: united.hash === current.snapshot.hash,
    overwritten: {
      kept: leftOut && keptOf(parts, { current, content: leftOut, nodes, blobs, sinceId: undefined }),
      conflicts: leftOut ? describeLeftOut(united, leftOut.snapshot) : [],
    },
    onFirst: (plan) => {
      if (!target.mayOverwrite)
        requireNoDocumentation({ place: `The branch “${branchNameOf(ref)}”`, noun: 'branch', plan, own });
    },
  };
}

/** Throws if an export would be refused because the branch has documentation of its own. Changes nothing. */
export async function checkFirstExport(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  signal: AbortSignal,
): Promise<void> {
  const headOid = (await repository.listBranches(target.ref)).get(target.ref);
  if (headOid === undefined) return;
  const source = createSourceReader(parts, repository, target, headOid);
  if ((await findState(parts, repository, target, { headOid, source })).common) return;
  const sending = await prepareFirst(parts, target, signal, { repository, headOid, source: await source() });
  sending.onFirst?.(await planCommit(parts, target, { ...sending, isThorough: true }, { signal }));
}

interface Overwritten {
  current: OpenRevision;
  /** The content with the text of the repository. */
  content: MergedRevisions;
  nodes: ReadonlyMap<Hash, string>;
  blobs: readonly NewBlob[];
  sinceId: string | undefined;
}

/** The files that an export replaces, for a change request. */
export const keptOf = (
  { context }: EditingParts,
  { current, content, nodes, blobs, sinceId }: Overwritten,
): KeptText => ({
  reason: 'overwritten',
  content,
  nodes,
  blobs,
  parentId: current.revision.revisionId,
  initialRevisionId: current.revision.revisionId,
  authors: { current, until: sinceId },
  at: context.clock(),
});
