import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError } from './command-error.ts';
import { withoutInterrupts } from './signals.ts';

const NOT_FOUND = 127;

/** Opens a file in the editor of the person, and returns the exit code of the editor. */
export async function openEditor(file: string): Promise<number> {
  const command = chooseEditor();
  // The variable can have arguments, such as `code --wait`: the shell reads it, as it does for Git.
  const child = spawn('sh', ['-c', `${command} "$1"`, command, file], { stdio: 'inherit' });
  const [code] = (await withoutInterrupts(() => once(child, 'exit'))) as [number | null];
  if (code === NOT_FOUND)
    throw new CommandError(`The editor “${command}” was not found. Set VISUAL or EDITOR.`);
  return code ?? 1;
}

/** Throws a `CommandError` if there is none. */
export function chooseEditor(): string {
  const { VISUAL, EDITOR, PATH = '' } = process.env;
  const chosen = VISUAL?.trim() || EDITOR?.trim();
  if (chosen) return chosen;
  if (!process.stdin.isTTY)
    throw new CommandError('There is no terminal to open an editor in. Set VISUAL or EDITOR to an editor.');
  const found = ['vi', 'nano'].find((name) =>
    PATH.split(delimiter).some((path) => isProgram(join(path, name))),
  );
  if (found === undefined) throw new CommandError('No editor was found. Set VISUAL or EDITOR to an editor.');
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
