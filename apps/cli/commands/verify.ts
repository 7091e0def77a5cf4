import { checkContentRow } from '../../server/content/tree/check-content.ts';
import { requireRepository } from '../../server/platform/backup/repository.ts';
import { verifyBackups } from '../../server/platform/backup/verify-backup.ts';
import type { Config } from '../../server/platform/config.ts';
import { withTarget } from './backup.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { readIdentityFile } from './restore.ts';

/** `verify <target> [backup]`: compares everything in backups with its hashes. */
export async function verify(_config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('verify', args);
  const [text, wanted] = all;
  if (text === undefined) throw new CommandError('Specify a folder or a bucket: lectern verify <target>.');
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
    return reportProblems(problems);
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
