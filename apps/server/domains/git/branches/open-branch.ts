/** Opens the change request of a branch. */

import { GitError } from '@lectern/git/program/git-error';
import { branchNameOf } from '@lectern/git/program/git-ref';
import type { BranchHead, RemoteRepository } from '@lectern/git/program/remote-repository';
import type { Commit } from '@lectern/git/program/repository';
import { cutText } from '@lectern/std/cut-text';
import { newId } from '@lectern/std/ids';
import { NOBODY } from '../../../platform/access/author.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { commitRevision } from '../../content/revisions/commit-revision.ts';
import { openChangeRequest } from '../../review/change-requests/open-change-request.ts';
import { findCommit, type GitCommitRow } from '../git.repository.ts';
import { readCommitSource } from '../import/git-source.ts';
import { gitOfSource, readRepository } from '../import/run-import.ts';
import { findOrigin } from '../sync/sync-state.ts';
import { keyOf, type SyncTarget } from '../sync/sync-target.ts';
import type { SyncWork } from '../sync/sync-work.ts';
import { findCommits, findMemberByEmail, insertCommit, upsertBranch } from './branches.repository.ts';

const MAX_SUBJECT_LENGTH = 200;
/** The commits before the beginning of a branch among which one that was synchronized is looked for. */
const MAX_KNOWN_COMMITS = 1000;

export interface BranchWork {
  repository: RemoteRepository;
  /** How the space is synchronized. */
  space: SyncTarget;
  /** The commit that the connected branch is at. */
  main: BranchHead;
  work: SyncWork;
  /** The author of changes by unknown people: the person who connected the space. */
  fallbackAuthorId: string | null;
}

/**
 * Begins to keep a branch in step: with a change request, if it has commits that the connected branch does not have.
 * Returns the id of the change request.
 */
export async function openBranch(
  parts: EditingParts,
  branchWork: BranchWork,
  branch: BranchHead,
): Promise<string | undefined> {
  const { repository, space, main } = branchWork;
  const { context } = parts;
  const key = { ...keyOf(space), ref: branch.ref };
  const fork = await repository.findForkPoint(branch, main);
  if (fork === undefined)
    throw new GitError(
      'ref-not-found',
      `The branch “${branchNameOf(branch.ref)}” has no commit in common with “${branchNameOf(main.ref)}”, so no change request can be created from it.`,
    );
  const at = context.clock();
  if (fork === branch.oid) {
    const start = { changeRequestId: undefined, oid: branch.oid, commit: undefined, at };
    await upsertBranch(context.db, key, start);
    return undefined;
  }
  const oids = await repository.listCommits(branch.oid, [fork]);
  const last = await repository.readCommit(branch.oid);
  const first = oids.length === 1 ? last : undefined;
  const commit = (await findCommit(context.db, space, fork)) ?? (await readFork(parts, branchWork, fork));
  const authorId = (await findAuthor(parts, space, last)) ?? branchWork.fallbackAuthorId ?? NOBODY;
  return context.transact(async (unit) => {
    await branchWork.work.onStep(unit);
    const row = await openChangeRequest(unit, {
      ...keyOf(space),
      subject: first ? subjectOf(first) : titleOf(branch.ref),
      description: first ? bodyOf(first) : '',
      authorId,
      initialRevisionId: commit.line_revision_id,
      revisionId: commit.line_revision_id,
      at,
    });
    const changeRequestId = row.change_request_id;
    await upsertBranch(unit.trx, key, { changeRequestId, oid: fork, commit, at });
    return changeRequestId;
  });
}

/** The member who made a commit, by the address that it names. */
export const findAuthor = (
  { context }: Pick<EditingParts, 'context'>,
  { organizationId }: SyncTarget,
  { author }: Commit,
): Promise<string | undefined> =>
  findMemberByEmail(context.db, { organizationId }, foldEmail(author.email.slice(0, 320)));

/** Reads the commit at which a branch began, which was never synchronized itself: only later or earlier ones were. */
async function readFork(
  parts: EditingParts,
  { repository, space, work }: BranchWork,
  oid: string,
): Promise<GitCommitRow> {
  const { context } = parts;
  const { organizationId, spaceId } = space;
  const common = await findOrigin(parts, space);
  const current = await space.line.open();
  const before = await repository.listFirstParents(oid, MAX_KNOWN_COMMITS);
  const [known] = await findCommits(context.db, space, before);
  const { importBytes: maxBytes } = context.config.limits;
  const commit = await repository.readCommit(oid);
  const source = await readCommitSource(repository, commit, { maxBytes });
  const read = await readRepository(
    context,
    {
      space: current.space,
      previous: (common?.read ?? current).snapshot,
      projectDirectory: space.projectDirectory,
      treeUrl: space.treeUrl,
      importedOid: common?.oid ?? null,
      asRead: common?.read.snapshot,
    },
    { source, signal: work.signal, onProgress: () => {} },
  );
  const at = context.clock();
  const revisionId = newId();
  const row = {
    organization_id: organizationId,
    space_id: spaceId,
    project_directory: space.projectDirectory,
    oid,
    line_revision_id: revisionId,
    own_revision_id: revisionId,
    revision_id: revisionId,
    read_revision_id: revisionId,
    created_at: at,
  };
  await context.transact(async (unit) => {
    await commitRevision(unit, {
      organizationId,
      spaceId,
      revision: {
        revisionId,
        parents: known ? [known.line_revision_id] : [],
        root: read.snapshot.hash,
        type: 'edits',
        authorId: null,
        message: commit.message,
        git: gitOfSource(space, source),
        createdAt: at,
      },
      content: { nodes: read.nodes, documents: new Map(), blobs: read.blobs },
      move: undefined,
    });
    await insertCommit(unit.trx, row);
  });
  return row;
}

const subjectOf = ({ message }: Commit): string =>
  cutText(message.split('\n', 1)[0]?.trim() ?? '', MAX_SUBJECT_LENGTH);

const bodyOf = ({ message }: Commit): string =>
  message
    .split('\n')
    .slice(1)
    .filter((line) => !/^(?:co-authored-by|signed-off-by):/i.test(line))
    .join('\n')
    .trim();

/** `refs/heads/docs/explain-how-to-sign-in` → “Explain how to sign in”. */
function titleOf(ref: string): string {
  const name = branchNameOf(ref);
  const words = name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/[-_]+/g, ' ')
    .trim();
  return cutText(words === '' ? name : words[0]?.toUpperCase() + words.slice(1), MAX_SUBJECT_LENGTH);
}
