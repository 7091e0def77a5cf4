import { type Config, ConfigError, readConfig } from '../config.ts';
import { StartError } from '../db/start-error.ts';
import { StorageError } from '../storage/storage-error.ts';
import { CommandError } from './command-error.ts';
import { leaveOnSignals } from './signals.ts';

const HELP = `Lectern, the open documentation platform.

  lectern serve                          start the service
  lectern migrate                        bring the database to the newest schema
  lectern token create [--title T] [--email E] [--days N] [--scopes read,write]
                                         make a personal token, of the administrator unless --email says otherwise
  lectern import <git url or folder> [--space ID] [--ref refs/heads/main] [--directory D] [--title T]
                                         import documentation into a space, a new one unless --space names one

Settings are environment variables; README.md lists them.`;

type Command = (config: Config, args: string[]) => Promise<number>;

/** Loaded when called: a wrong setting is told before all of the service is read from the disk. */
const COMMANDS = new Map<string, Command>([
  ['serve', async (config, args) => withoutArguments(args, (await import('./serve.ts')).serve)(config)],
  ['migrate', async (config, args) => withoutArguments(args, (await import('./migrate.ts')).migrate)(config)],
  ['token', async (config, args) => (await import('./token.ts')).token(config, args)],
  ['import', async (config, args) => (await import('./import.ts')).importContent(config, args)],
]);

/** Runs one command and gives the exit code. Everything that a person can mend is one line on standard error. */
export async function runCommand(args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  try {
    if (['help', '--help', '-h'].includes(name)) {
      console.log(HELP);
      return 0;
    }
    const command = COMMANDS.get(name);
    if (!command) throw new CommandError(`There is no command “${name}”. “lectern help” lists them.`);
    leaveOnSignals();
    return await command(readConfig(process.env), rest);
  } catch (error) {
    const isForPeople =
      error instanceof StartError ||
      error instanceof ConfigError ||
      error instanceof CommandError ||
      error instanceof StorageError;
    console.error(isForPeople ? `lectern: ${error.message}` : error);
    return 1;
  }
}

function withoutArguments<Run>(args: string[], run: Run): Run {
  if (args.length === 0) return run;
  throw new CommandError(`“${args[0]}” means nothing here: settings are environment variables.`);
}
