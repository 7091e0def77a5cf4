import { checkContentRow } from '../../server/content/tree/check-content.ts';
import { openBackup } from '../../server/platform/backup/open-backup.ts';
import { findBackup, requireRepository } from '../../server/platform/backup/repository.ts';
import type { BackupTarget } from '../../server/platform/backup/target.ts';
import { verifyBackups } from '../../server/platform/backup/verify-backup.ts';
import { compareWithInstance, verifyInstance } from '../../server/platform/backup/verify-instance.ts';
import type { Config } from '../../server/platform/config.ts';
import { withTarget } from './backup.ts';
import { parseCommand } from './parse-command.ts';
import { readIdentityFile } from './restore.ts';
import { withInstance } from './with-instance.ts';

/** `verify [target] [backup]`: compares everything in backups, or in the instance itself, with its hashes. */
export async function verify(config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('verify', args);
  const [text, wanted] = all;
  if (text === undefined) return verifyOwn(config);
  const identities = await readIdentityFile(options.identity);
  return withTarget(text, async (target) => {
    await requireRepository(target);
    const found = await verifyBackups({ target, wanted, identities, checkRow: checkContentRow });
    const { backups, chunks, rows, files, sealed, problems } = found;
    console.log(
      `Verified ${backups} ${backups === 1 ? 'backup' : 'backups'}: ${chunks} stored parts, ${rows} rows, ${files} files.`,
    );
    if (sealed > 0)
      console.log(
        'Only the stored bytes were compared, because the backups are encrypted. To read them, too, add --identity FILE.',
      );
    const result = reportProblems(problems);
    return options.running && result === 0 ? compareRunning(config, { target, wanted, identities }) : result;
  });
}

/** Compares the instance with its own hashes. */
const verifyOwn = (config: Config): Promise<number> =>
  withInstance(config, async (instance) => {
    const { rows, files, problems } = await verifyInstance(instance, checkContentRow);
    console.log(`Verified the instance: ${rows} documents, nodes and packs, ${files} files.`);
    return reportProblems(problems);
  });

async function compareRunning(
  config: Config,
  given: { target: BackupTarget; wanted: string | undefined; identities: readonly string[] },
): Promise<number> {
  const backup = await openBackup(
    given.target,
    await findBackup(given.target, given.wanted),
    given.identities,
  );
  return withInstance(config, async (instance) => {
    const { tables, problems } = await compareWithInstance(backup, instance);
    const total = { rows: 0, changed: 0, gone: 0 };
    for (const [name, { rows, changed, gone }] of tables) {
      total.rows += rows;
      total.changed += changed;
      total.gone += gone;
      if (changed + gone > 0)
        console.log(`${name}: ${changed} of ${rows} rows have changed, ${gone} are gone.`);
    }
    console.log(
      `Compared the backup ${backup.file.header.id} with the instance: of ${total.rows} rows, ${total.changed} have changed since, and ${total.gone} are gone.`,
    );
    const own = await verifyInstance(instance, checkContentRow);
    console.log(`Verified the instance: ${own.rows} documents, nodes and packs, ${own.files} files.`);
    return reportProblems([...problems, ...own.problems]);
  });
}

function reportProblems(problems: readonly string[]): number {
  for (const problem of problems) console.error(`lectern: ${problem}`);
  console.log(
    problems.length === 0
      ? 'Everything is as it was written.'
      : `${problems.length} ${problems.length === 1 ? 'problem was' : 'problems were'} found.`,
  );
  return problems.length === 0 ? 0 : 1;
}
