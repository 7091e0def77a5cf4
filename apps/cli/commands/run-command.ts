import { findNearestName } from '@lectern/std/nearest-name';
import { type Config, ConfigError, findDataDir, readConfig } from '../../server/platform/config.ts';
import { assertResponds, HangingDirectoryError } from '../../server/platform/db/data-directory.ts';
import { StartError } from '../../server/platform/db/start-error.ts';
import { readRelease } from '../../server/platform/http/release.ts';
import { followService } from '../../server/platform/service-settings.ts';
import { StorageError } from '../../server/platform/storage/storage-error.ts';
import { CommandError } from './command-error.ts';
import { describeUsage } from './help.ts';
import { chooseCommand } from './parse-command.ts';
import { applyServeOptions } from './serve-options.ts';
import { leaveOnSignals } from './signals.ts';
import { COMMAND_GROUPS, type CommandWords } from './usage.ts';

type Command = (config: Config, args: string[]) => Promise<number>;

/** Loaded when called: a wrong setting is reported before the whole service is read from disk. */
const RUN: Record<Exclude<CommandWords, 'doctor'>, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  migrate: async () => (await import('./migrate.ts')).migrate,
  backup: async () => (await import('./backup.ts')).backUp,
  'backup list': async () => (await import('./backup.ts')).listBackups,
  restore: async () => (await import('./restore.ts')).restore,
  verify: async () => (await import('./verify.ts')).verify,
  'token create': async () => (await import('./token.ts')).createToken,
  'user password': async () => (await import('./user.ts')).printPasswordLink,
  'user create': async () => (await import('./user.ts')).createUser,
  'user verify': async () => (await import('./user.ts')).verifyUser,
  'user remove-second-factor': async () => (await import('./user.ts')).removeSecondFactor,
  'user instance-administrator': async () => (await import('./user.ts')).changeInstanceAdministrator,
  'user delete': async () => (await import('./user.ts')).deleteUser,
  'organization restore': async () => (await import('./organization.ts')).restoreOrganization,
  'organization export': async () => (await import('./organization-archive.ts')).exportOrganization,
  'organization import': async () => (await import('./organization-archive.ts')).importOrganization,
  'maintenance on': async () => (await import('./maintenance.ts')).turnMaintenanceOn,
  'maintenance off': async () => (await import('./maintenance.ts')).turnMaintenanceOff,
  'maintenance status': async () => (await import('./maintenance.ts')).printMaintenanceStatus,
  shard: async () => (await import('./shard.ts')).shardDatabase,
  'shard status': async () => (await import('./shard.ts')).printShards,
  'shard rebalance': async () => (await import('./shard.ts')).rebalanceShards,
  'mail test': async () => (await import('./mail.ts')).testMail,
  'insights copy': async () => (await import('./insights.ts')).copyInsights,
  'ldap test': async () => (await import('./ldap.ts')).testDirectories,
  import: async () => (await import('./import.ts')).importContent,
  edit: async () => (await import('./edit.ts')).editPage,
  replace: async () => (await import('./replace.ts')).replaceText,
  'conversations import': async () => (await import('./import-conversations.ts')).importConversationsFile,
  'openapi publish': async () => (await import('./openapi-publish.ts')).publishSpec,
  export: async () => (await import('./export.ts')).exportContent,
  diff: async () => (await import('./export.ts')).printDiff,
  sync: async () => (await import('./sync.ts')).syncSpaces,
  build: async () => (await import('./build.ts')).buildSite,
};

const REMOTE: readonly CommandWords[] = ['edit', 'replace'];

/** Commands that read backups and nothing else, also on another machine. */
const ON_BACKUPS: readonly CommandWords[] = ['backup list'];

/** Runs one command and returns the exit code. Every error that a person can fix is one line on standard error. */
export async function runCommand(args: string[]): Promise<number> {
  const [first = 'help', ...rest] = args;
  try {
    if (first === '--version' || first === '-v' || first === 'version') return printVersion();
    if (first === 'help' || asksForHelp(first)) return printUsage(rest.filter((word) => !asksForHelp(word)));
    if (!COMMAND_GROUPS.includes(first)) throw noSuchCommand([first]);
    if (rest.some(asksForHelp)) return printUsage([first, ...wordsBeforeOptions(rest)]);
    const { words, rest: given } = chooseCommand(first, rest);
    leaveOnSignals();
    // Settings that are not valid are among what it finds.
    if (words === 'doctor') return await (await import('./doctor.ts')).diagnose(process.env, given);
    const run = RUN[words];
    const environment =
      words === 'serve' ? applyServeOptions(process.env, given) : withoutRemote(process.env);
    if (isRemote(words, given)) return await (await run())(readConfig(environment), given);
    await assertResponds(findDataDir(environment));
    const config = readConfig(words === 'serve' ? environment : followService(environment));
    return await (await run())(config, given);
  } catch (error) {
    const isForPeople =
      error instanceof StartError ||
      error instanceof ConfigError ||
      error instanceof CommandError ||
      error instanceof StorageError;
    console.error(isForPeople ? `lectern: ${error.message}` : error);
    if (error instanceof HangingDirectoryError) process.kill(process.pid, 'SIGKILL');
    return 1;
  }
}

const asksForHelp = (argument: string): boolean => argument === '--help' || argument === '-h';

/** The service that some commands use is not a setting of the one on this machine. */
function withoutRemote({ LECTERN_URL: _url, LECTERN_TOKEN: _token, ...environment }: NodeJS.ProcessEnv) {
  return environment;
}

/** Whether the command uses a service elsewhere or only backups, and so neither a data directory nor a database. */
const isRemote = (words: CommandWords, args: readonly string[]): boolean =>
  ON_BACKUPS.includes(words) ||
  (words === 'verify' && args.some((word) => !word.startsWith('-')) && !args.includes('--running')) ||
  (REMOTE.includes(words) &&
    (Boolean(process.env.LECTERN_URL?.trim()) || args.some((word) => /^--url(?:=|$)/.test(word))));

/** Only `user` and its like are followed by a word that belongs to the command. */
const wordsBeforeOptions = (args: string[]): string[] => {
  const [word] = args;
  return word === undefined || word.startsWith('-') ? [] : [word];
};

const noSuchCommand = (words: string[]): CommandError => {
  const nearest = findNearestName(words[0] ?? '', COMMAND_GROUPS);
  return new CommandError(
    `Unknown command “${words.join(' ')}”. Did you mean “${nearest}”? Run “lectern help” for a list of commands.`,
  );
};

function printUsage(words: string[]): number {
  // An argument before --help is not a word of the command: `lectern import docs --help`.
  const usage = describeUsage(words) ?? (words.length > 1 ? describeUsage(words.slice(0, 1)) : undefined);
  if (usage === undefined) throw noSuchCommand(words);
  console.log(usage);
  return 0;
}

function printVersion(): number {
  const { version, build } = readRelease();
  console.log(`Lectern ${version} (${build}), Node.js ${process.versions.node}`);
  return 0;
}
