import { readRelease } from '../../server/platform/http/release.ts';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { parseCommand } from './parse-command.ts';

const STATUS_COLUMN = 9;

/** `doctor`: says what is wrong, or would go wrong in an upgrade. Also works with settings that are not valid. */
export async function diagnose(environment: NodeJS.ProcessEnv, args: string[]): Promise<number> {
  const { options } = parseCommand('doctor', args);
  const findings = await examine(environment);
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length;
  const problems = count('problem');
  const warnings = count('warning');
  const status = problems > 0 ? 'problem' : warnings > 0 ? 'warning' : 'ok';
  if (options.json) console.log(JSON.stringify({ status, ...(await readRelease()), findings }, null, 2));
  else {
    for (const finding of findings) console.log(describe(finding));
    console.log(`\n${plural(problems, 'problem')}, ${plural(warnings, 'warning')}.`);
  }
  return problems > 0 ? 1 : 0;
}

/** What others named, such as sessions of the database, must not control the terminal. */
const CONTROL = /\p{Cc}/gu;

const describe = ({ status, message, action }: Finding): string =>
  `${status.padEnd(STATUS_COLUMN)}${message}${action === undefined ? '' : ` ${action}`}`.replace(
    CONTROL,
    '\ufffd',
  );

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
