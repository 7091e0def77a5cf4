import { parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { GitProgress } from '../../content/spaces/spaces.schemas.ts';
import { findConnection } from '../connection/connection.repository.ts';
import type { ImportSource } from '../import/import-source.ts';
import { type BroughtIn, bringIn } from './bring-in.ts';
import { FOLDER, findCommon } from './sync-state.ts';
import type { SyncTarget } from './sync-target.ts';
import { spaceOfFolder } from './synced-space.ts';

const spaceConnected = defineError(
  { status: 409, reason: 'git-connected' },
  'The space is connected to a Git repository. Sync with the connected repository, or delete the connection first.',
);

interface FolderImport {
  source: ImportSource;
  projectDirectory: string;
  authorId: string | null;
  onProgress: (progress: GitProgress) => void;
}

/** Imports a folder of this machine. The folder that was imported before is the last common state. */
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
  const state = await findCommon(parts, target, FOLDER);
  const work = { signal: new AbortController().signal, onProgress, onStep: async () => {} };
  return bringIn(parts, target, { source, state }, work);
}
