import type { StoredOutcome } from '../../server/domains/git/operations/operations.present.ts';

const SHOWN_CHANGES = 40;
const SHOWN_REPORT = 20;
/** Text from a repository must not control the terminal. */
const CONTROL = /\p{Cc}/gu;

interface Change {
  change: string;
  path: string;
  oldPath?: string | undefined;
  side?: string;
  branch?: string | undefined;
}

/** Prints changes of files, one to a line. */
export function printChanges(changes: readonly Change[], total: number = changes.length): void {
  for (const { change, path, oldPath, side, branch } of changes.slice(0, SHOWN_CHANGES)) {
    const where = [
      side === undefined ? [] : `in the ${side}`,
      branch === undefined ? [] : `branch ${branch}`,
    ];
    const places = where.flat().join(', ');
    const line = `  ${change.padEnd(10)} ${oldPath ? `${oldPath} → ` : ''}${path}${places === '' ? '' : ` (${places})`}`;
    console.log(line.replace(CONTROL, '\ufffd'));
  }
  if (total > SHOWN_CHANGES) console.log(`  … and ${total - SHOWN_CHANGES} more.`);
}

/** Prints what an operation did. */
export function printOutcome(outcome: StoredOutcome): void {
  const { changes = [], changesTotal = changes.length, report = [], reportTotal = report.length } = outcome;
  console.log(outcome.isUnchanged ? 'Nothing has changed.' : 'Done.');
  printChanges(changes, changesTotal);
  if (outcome.commit) console.log(`  commit ${outcome.commit}`);
  printReport(report, reportTotal);
}

export function printReport(
  report: readonly { path?: string; line?: number | undefined; message: string }[],
  total: number,
): void {
  if (total === 0) return;
  console.log(`Warnings and errors (${total}):`);
  for (const { path, line, message } of report.slice(0, SHOWN_REPORT)) {
    const place = path ? `${path}${line ? `:${line}` : ''}: ` : '';
    console.log(`  ${(place + message).replace(CONTROL, '\ufffd')}`);
  }
  if (total > SHOWN_REPORT) console.log(`  … and ${total - SHOWN_REPORT} more.`);
}
