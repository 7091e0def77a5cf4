import { openTarget } from '../../server/platform/backup/open-target.ts';
import { listBackupNames, readBackup, requireRepository } from '../../server/platform/backup/repository.ts';
import { parseRetention, type Retention } from '../../server/platform/backup/retention.ts';
import { type TakenBackup, takeBackup } from '../../server/platform/backup/take-backup.ts';
import type { BackupTarget } from '../../server/platform/backup/target.ts';
import type { Config } from '../../server/platform/config.ts';
import { readRelease } from '../../server/platform/http/release.ts';
import { describeBytes } from '../describe-bytes.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { explained, withInstance } from './with-instance.ts';

/** `backup <target>`: makes a backup of the instance, also while it runs. */
export async function backUp(config: Config, args: string[]): Promise<number> {
  const { argument, options } = parseCommand('backup', args);
  const place = argument ?? config.backup?.target;
  if (place === undefined)
    throw new CommandError(
      'Specify a folder or a bucket: lectern backup <target>. Or set LECTERN_BACKUP_TARGET.',
    );
  const recipients = options.recipients ? readRecipients(options.recipients) : config.backupRecipients;
  const keep = readKeep(options.keep) ?? (argument === undefined ? config.backup?.keep : undefined);
  const { version } = await readRelease();
  return withTarget(place, (target) =>
    withInstance(config, async (instance) => {
      const taken = await takeBackup({ instance, target, recipients, version, keep });
      printTaken(taken, target);
      return 0;
    }),
  );
}

/** `backup list <target>`: lists the backups in a target. */
export async function listBackups(_config: Config, args: string[]): Promise<number> {
  const { argument } = parseCommand('backup list', args);
  if (argument === undefined)
    throw new CommandError('Specify a folder or a bucket: lectern backup list <target>.');
  return withTarget(argument, async (target) => {
    await requireRepository(target);
    const names = await listBackupNames(target);
    for (const name of names) {
      const { header } = await readBackup(target, name);
      const state =
        header.recipients.length > 0 ? `encrypted for ${header.recipients.join(', ')}` : 'not encrypted';
      console.log(
        `${header.id}  ${header.takenAt}  Lectern ${header.version}  ${describeBytes(header.addedBytes)} added  ${state}`,
      );
    }
    if (names.length === 0) console.log('There are no finished backups.');
    return 0;
  });
}

function readKeep(text: string | undefined): Retention | undefined {
  if (text === undefined) return undefined;
  const retention = parseRetention(text);
  if (!retention) throw new CommandError(`--keep must be numbers such as 7d,4w,12m, not “${text}”.`);
  return retention;
}

const readRecipients = (text: string): string[] =>
  text
    .split(',')
    .map((recipient) => recipient.trim())
    .filter((recipient) => recipient !== '');

export async function withTarget(
  text: string,
  run: (target: BackupTarget) => Promise<number>,
): Promise<number> {
  return explained(async () => {
    const target = await openTarget(text);
    try {
      return await run(target);
    } finally {
      await target.close();
    }
  });
}

function printTaken(taken: TakenBackup, target: BackupTarget): void {
  const { id, takenAt, rows, files, addedBytes, missing, recipients, removed } = taken;
  console.log(`The backup ${id} is complete in ${target.name}.`);
  console.log(
    `It contains everything that was saved before ${takenAt}: ${rows} rows and ${files.count} files. ${describeBytes(addedBytes)} were added.`,
  );
  if (removed > 0)
    console.log(`${removed} earlier ${removed === 1 ? 'backup was' : 'backups were'} removed.`);
  for (const file of missing)
    console.error(
      `lectern: The file ${file.hash} of the organization ${file.organizationId} is ${file.problem}, and is not in the backup.`,
    );
  if (recipients.length === 0)
    console.error(
      'lectern: The backup is not encrypted, and it contains secrets. Let nobody else read it, or use --recipients.',
    );
}
