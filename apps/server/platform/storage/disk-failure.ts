import { StorageError } from './storage-error.ts';

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the disk quota is used up; raise it or free some space',
  EACCES: 'permission denied; make the folder writable for the user that runs the service',
  EPERM: 'permission denied; make the folder writable for the user that runs the service',
  EROFS: 'the disk is mounted read-only',
  EMFILE: 'too many files are open; raise the limit of the process (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
  ENOTDIR: 'a file is in the place of a folder; move it',
  EIO: 'the disk reports an input or output error; check it',
};

const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT']);

/** A failed system call in words; anything else, such as a failing source, comes back as it is. */
export function describeDiskFailure(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof StorageError || !code || !syscall) return error;
  const reason = REASONS[code] ?? `${syscall} failed with ${code}`;
  const message = `Files cannot be stored in or read from ${path}: ${reason}.`;
  return new StorageError(message, { cause: error, isOutOfSpace: OUT_OF_SPACE.has(code) });
}

/** Whether a failed system call reports a missing file. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
