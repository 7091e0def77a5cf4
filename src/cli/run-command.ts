import { type Config, ConfigError, readConfig } from '../config.ts';
import { StartError } from '../db/start-error.ts';
import { StorageError } from '../storage/storage-error.ts';
import { CommandError } from './command-error.ts';
import { describeUsage } from './help.ts';
import { leaveOnSignals } from './signals.ts';

type Command = (config: Config, args: string[]) => Promise<number>;

/** Loaded when called: a wrong setting is reported before the whole service is read from disk. */
const COMMANDS = new Map<string, Command>([
  ['serve', async (config, args) => withoutArguments(args, (await import('./serve.ts')).serve)(config)],
  ['migrate', async (config, args) => withoutArguments(args, (await import('./migrate.ts')).migrate)(config)],
  ['token', async (config, args) => (await import('./token.ts')).token(config, args)],
  ['organization', async (config, args) => (await import('./organization.ts')).organization(config, args)],
  ['user', async (config, args) => (await import('./user.ts')).user(config, args)],
  ['import', async (config, args) => (await import('./import.ts')).importContent(config, args)],
]);

/** Runs one command and returns the exit code. Every error that a person can fix is one line on standard error. */
export async function runCommand(args: string[]): Promise<number> {
  const [first = 'help', ...rest] = args;
  const name = asksForHelp(first) ? 'help' : first;
  try {
    if (name === 'help') return printUsage(rest[0]);
    const command = COMMANDS.get(name);
    if (!command) throw noSuchCommand(name);
    if (rest.some(asksForHelp)) return printUsage(name);
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

const asksForHelp = (argument: string): boolean => argument === '--help' || argument === '-h';

const noSuchCommand = (name: string): CommandError =>
  new CommandError(`Unknown command “${name}”. Run “lectern help” for a list of commands.`);

function printUsage(name?: string): number {
  const usage = describeUsage(name);
  if (usage === undefined) throw noSuchCommand(String(name));
  console.log(usage);
  return 0;
}

function withoutArguments<Run>(args: string[], run: Run): Run {
  if (args.length === 0) return run;
  throw new CommandError(`Unexpected argument “${args[0]}”. Settings are environment variables.`);
}
