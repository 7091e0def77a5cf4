/** The shell commands of pages of the documentation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The commands in the fenced `sh` blocks of a page, in order: without comments, each on one line. */
export function listPageCommands(page: string): string[] {
  const source = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(source.matchAll(/```sh\n(.*?)```/gs), ([, code = '']) => code)
    .flatMap((code) => code.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/(?:^|\s)#\s.*$/, '').trim())
    .filter((line) => line !== '');
}

/** The command of a page that has this part; there must be one. */
export function findPageCommand(page: string, part: string): string {
  const [command, ...others] = listPageCommands(page).filter((text) => text.includes(part));
  if (command === undefined || others.length > 0)
    throw new Error(`${page} has ${others.length + (command ? 1 : 0)} commands with “${part}”.`);
  return command;
}
