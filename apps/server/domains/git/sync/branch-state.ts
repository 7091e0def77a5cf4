/** Reads a branch, and finds out what a space has in common with it. */

import type { RemoteRepository } from '@lectern/git/program/remote-repository';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { readCommitSource } from '../import/git-source.ts';
import type { ImportSource } from '../import/import-source.ts';
import { findCommon, NOTHING_COMMON, type SyncState } from './sync-state.ts';
import type { SyncTarget } from './sync-target.ts';

export type ReadSource = () => Promise<ImportSource>;

/** The files of the commit, fetched once and only if they are needed. */
export function createSourceReader(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  headOid: string,
): ReadSource {
  const read = async (): Promise<ImportSource> => {
    const isHere = await repository.hasCommit(headOid);
    const commit = isHere ? await repository.readCommit(headOid) : await repository.fetch(target.ref);
    const { importBytes: maxBytes } = parts.context.config.limits;
    return readCommitSource(repository, commit, { maxBytes });
  };
  let reading: Promise<ImportSource> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

/** Finds the common state of both sides. */
export async function findState(
  parts: EditingParts,
  repository: RemoteRepository,
  target: SyncTarget,
  { headOid, source }: { headOid: string; source: ReadSource },
): Promise<SyncState> {
  if (target.isStandalone) return NOTHING_COMMON;
  return findCommon(parts, target, {
    oid: headOid,
    findContained: async (wanted) => {
      await source();
      return repository.findContained({ ref: target.ref, oid: headOid }, wanted);
    },
  });
}
