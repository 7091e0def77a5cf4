import { examineDirectory } from '../../server/domains/access/sign-on/ldap/examine-directory.ts';
import type { Config } from '../../server/platform/config.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';

/** `ldap test`: tries each step of a sign-in with the directories of the settings, and prints what each gives. */
export async function testDirectories(config: Config, args: string[]): Promise<number> {
  const { options } = parseCommand('ldap test', args);
  const { directory: name, user } = options;
  const directories = config.ldapDirectories.filter((one) => name === undefined || one.name === name);
  if (directories.length === 0)
    throw new CommandError(
      name === undefined
        ? 'No directory is configured (LECTERN_LDAP_URL or LECTERN_LDAP_FILE).'
        : `No directory of the settings has the name “${name}”.`,
    );
  let failed = 0;
  for (const one of directories) {
    const { steps, warnings, problem } = await examineDirectory(one, user);
    print(`Directory “${one.name}”:`);
    for (const step of steps) print(`  ok       ${step}`);
    for (const warning of warnings) print(`  warning  ${warning}`);
    if (problem !== undefined) print(`  problem  ${problem}`);
    if (problem !== undefined) failed += 1;
  }
  return failed > 0 ? 1 : 0;
}

/** What a directory says must not control the terminal. */
const print = (line: string): void => console.log(line.replaceAll(/\p{Cc}/gu, '\ufffd'));
