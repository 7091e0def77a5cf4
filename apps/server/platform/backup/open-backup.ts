import { BackupError } from './backup-error.ts';
import { type BackupFile, openManifest } from './backup-file.ts';
import type { ReadableBackup } from './read-backup.ts';
import { createUnseal } from './sealing.ts';
import type { BackupTarget } from './target.ts';

/** `identities`: the secret keys of age that may read it. Throws `BackupError`. */
export async function openBackup(
  target: BackupTarget,
  file: BackupFile,
  identities: readonly string[],
): Promise<ReadableBackup> {
  const { id, recipients } = file.header;
  if (recipients.length > 0 && identities.length === 0)
    throw new BackupError(
      `The backup ${id} is encrypted. Specify the file with the secret key of age: --identity FILE.`,
    );
  const unseal = await createUnseal(identities, recipients.length > 0);
  return { file, target, unseal, manifest: await openManifest(file, unseal) };
}
