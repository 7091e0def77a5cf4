import { resolve } from 'node:path';
import { BackupError } from './backup-error.ts';
import { openFolderTarget } from './folder-target.ts';
import type { BackupTarget } from './target.ts';

/** Opens a folder, or a bucket that is written as for `LECTERN_STORAGE`. Throws `BackupError`. */
export async function openTarget(text: string): Promise<BackupTarget> {
  if (text.startsWith('s3:')) return (await import('./s3-target.ts')).openS3Target(text);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    throw new BackupError(`Backups are kept in a folder or in s3://bucket/prefix, not in ${text}.`);
  return openFolderTarget(resolve(text));
}
