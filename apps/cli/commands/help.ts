import { COMMANDS, type CommandUsage, findCommands, invocationOfOption } from './usage.ts';

const BRIEF_COLUMN = 34;
const SETTINGS = 'Settings are environment variables, which are listed in docs/running/configuration.md.';

/** Describes all commands, or those that begin with these words; undefined if there is none. */
export function describeUsage(words: readonly string[] = []): string | undefined {
  if (words.length === 0) return describeAll();
  const commands = findCommands(words);
  const [command] = commands;
  if (!command) return undefined;
  return commands.length > 1 ? describeGroup(commands) : describeCommand(command);
}

const describeAll = (): string =>
  [
    'Lectern, the open documentation platform.',
    COMMANDS.map(listCommand).join('\n'),
    `For the options of a command, run “lectern <command> --help”; for the version, “lectern --version”. ${SETTINGS}`,
  ].join('\n\n');

const describeGroup = (commands: readonly CommandUsage[]): string =>
  [commands.map(listCommand).join('\n'), 'For the options of a command, add --help to it.', SETTINGS].join(
    '\n\n',
  );

/** Describes one command with its options. */
function describeCommand(command: CommandUsage): string {
  const { brief, options, notes } = command;
  const invocations = options.map(invocationOfOption);
  const width = Math.max(...invocations.map((text) => text.length));
  const listed = options.map(({ text }, n) => `  ${invocations[n]?.padEnd(width)}   ${text}`);
  return [
    `Usage: ${invocationOf(command)}`,
    `${brief.charAt(0).toUpperCase()}${brief.slice(1)}.`,
    ...(notes === undefined ? [] : [notes]),
    ...(listed.length > 0 ? [listed.join('\n')] : []),
    SETTINGS,
  ].join('\n\n');
}

/** The command as a person types it. */
const invocationOf = ({ words, argument, options }: CommandUsage): string =>
  ['lectern', words, argument, options.length > 0 ? '[options]' : undefined]
    .filter((part) => part !== undefined)
    .join(' ');

const listCommand = ({ words, argument, brief }: CommandUsage): string => {
  const invocation = `  lectern ${words}${argument === undefined ? '' : ` ${argument}`}`;
  return invocation.length < BRIEF_COLUMN + 4
    ? `${invocation.padEnd(BRIEF_COLUMN + 4)} ${brief}`
    : `${invocation}\n${' '.repeat(BRIEF_COLUMN + 4)} ${brief}`;
};
