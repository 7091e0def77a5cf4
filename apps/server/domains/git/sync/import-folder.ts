import { parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { GitProgress } from '../../content/spaces/spaces.schemas.ts';
import { findConnection } from '../connection/connection.repository.ts';
import type { FolderSource } from '../import/folder-source.ts';
import { type BroughtIn, bringIn } from './bring-in.ts';
import { findFolderState } from './folder-state.ts';
import { keyOf, type SyncTarget } from './sync-target.ts';
import { spaceOfFolder } from './synced-space.ts';

const spaceConnected = defineError(
  { status: 409, reason: 'git-connected' },
  'The space is connected to a Git repository. Sync with the connected repository, or delete the connection first.',
);

interface FolderImport {
  source: FolderSource;
  projectDirectory: string;
  authorId: string | null;
  onProgress: (progress: GitProgress) => void;
}

/** Imports a folder of this machine. Content of the space that the folder does not replace as its next version is kept. */
export async function importFolderInto(
  parts: EditingParts,
  { organizationId, spaceId }: SpacePointer,
  { source, projectDirectory, authorId, onProgress }: FolderImport,
): Promise<BroughtIn> {
  const connection = await findConnection(parts.context.db, { organizationId, spaceId });
  if (connection) throw spaceConnected();
  const directory = parseRepositoryDirectory(projectDirectory);
  const target: SyncTarget = {
    organizationId,
    spaceId,
    line: spaceOfFolder(parts, { organizationId, spaceId, projectDirectory: directory }),
    ref: '',
    projectDirectory: directory,
    treeUrl: undefined,
    commitUrl: undefined,
    direction: 'import',
    initialDirection: 'import',
    onConflict: 'remote',
    isForced: false,
    isStandalone: false,
    mayOverwrite: false,
    authorId,
    timestamp: null,
    writeMessage: () => '',
  };
  const { state } = await findFolderState(parts, { ...keyOf(target), projectDirectory: directory }, source, {
    withCommits: false,
  });
  const work = { signal: new AbortController().signal, onProgress, onStep: async () => {} };
  return bringIn(parts, target, { source, state }, work);
}
