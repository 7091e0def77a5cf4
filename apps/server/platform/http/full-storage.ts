import { DatabaseFailure } from '../db/database-failure.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { ApiError } from './errors.ts';
import { storageFull } from './request-errors.ts';

const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT']);

/** Recognizes that something failed only because a disk is full, and says which. */
export function explainFullStorage(error: unknown): ApiError | undefined {
  if (error instanceof DatabaseFailure) return error.kind === 'full' ? storageFull(error.message) : undefined;
  if (error instanceof StorageError)
    return error.isOutOfSpace ? storageFull('The disk that holds files is full.') : undefined;
  const { code = '' } = error as { code?: string };
  return OUT_OF_SPACE.has(code) ? storageFull('The disk of the server is full.') : undefined;
}
