import { parseArgs } from 'node:util';
import { joinAlternatives } from '@lectern/std/alternatives';
import { findNearestName } from '@lectern/std/nearest-name';
import { CommandError } from './command-error.ts';
import { COMMANDS, type CommandUsage, type CommandWords, findCommands, type OptionName } from './usage.ts';

/** The arguments after the words of a command. */
export interface Parsed<Words extends CommandWords> {
  argument: string | undefined;
  /** All arguments, the first one included. */
  all: readonly string[];
  /** Switches that are set have the value `true`. */
  options: Partial<Record<OptionName<Words>, string>>;
}

/** Reads the arguments of a command. Throws a `CommandError` that says what it accepts. */
export function parseCommand<Words extends CommandWords>(words: Words, args: string[]): Parsed<Words> {
  const command: CommandUsage | undefined = COMMANDS.find((candidate) => candidate.words === words);
  if (!command) throw new CommandError(`Unknown command “${words}”.`);
  const { tokens } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      command.options.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
    ),
  });
  const values: Record<string, string> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = command.options.find(({ name }) => name === token.name);
    if (!option || token.rawName !== `--${token.name}`) throw unknownOption(command, token.rawName);
    if (option.value === undefined) {
      if (token.value !== undefined) throw new CommandError(`--${option.name} accepts no value.`);
      values[token.name] = 'true';
      continue;
    }
    // The next option is not a value; one that begins with a dash is written with “=”.
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('-'));
    if (isMissing) throw missingValue(option.name, option.value);
    values[token.name] = token.value;
  }
  const unexpected = positionals[countArguments(command)];
  if (unexpected !== undefined) throw unexpectedArgument(command, unexpected);
  return { argument: positionals[0], all: positionals, options: values as Parsed<Words>['options'] };
}

/** As many as there are placeholders. */
const countArguments = ({ argument = '' }: CommandUsage): number => argument.split('<').length - 1;

/** Returns which of the commands that begin with `group` is meant, and the arguments after its words. */
export function chooseCommand(group: string, args: string[]): { words: CommandWords; rest: string[] } {
  const commands = findCommands([group]);
  const [only] = commands;
  if (only && commands.length === 1 && only.words === group)
    return { words: only.words as CommandWords, rest: args };
  const [name = '', ...rest] = args;
  const words = `${group} ${name}`;
  const command = commands.find((candidate) => candidate.words === words);
  if (command) return { words: command.words as CommandWords, rest };
  // What follows `backup` is a target, unless it is the second word of another command.
  const own = commands.find((candidate) => candidate.words === group);
  if (own) return { words: own.words as CommandWords, rest: args };
  const known = commands.map((candidate) => `lectern ${candidate.words}`);
  throw new CommandError(
    name === '' || name.startsWith('-')
      ? `The command is incomplete. Use ${joinAlternatives(known)}.`
      : `Unknown command “${words}”. Use ${joinAlternatives(known)}.`,
  );
}

function unknownOption({ words, options }: CommandUsage, option: string): CommandError {
  // Nearly everything that one may want to tell the service is a setting.
  if (options.length === 0 || words === 'serve') {
    return new CommandError(
      `“lectern ${words}” has no option ${option}. Settings are environment variables, which are listed in docs/running/configuration.md.`,
    );
  }
  const names = options.map(({ name }) => `--${name}`);
  return new CommandError(
    `“lectern ${words}” has no option ${option}. Did you mean ${findNearestName(option, names)}? For all options, run “lectern ${words} --help”.`,
  );
}

const missingValue = (name: string, value: string): CommandError =>
  new CommandError(
    `--${name} needs a value: --${name} ${value}. Write --${name}=… if the value begins with a dash.`,
  );

function unexpectedArgument(command: CommandUsage, found: string): CommandError {
  const { words, argument } = command;
  if (argument === undefined)
    return new CommandError(
      `“lectern ${words}” accepts no arguments, but received “${found}”. For its options, run “lectern ${words} --help”.`,
    );
  const number = ['no arguments', 'one argument', 'two arguments', 'three arguments'][
    countArguments(command)
  ];
  return new CommandError(
    `“lectern ${words}” accepts ${number}, ${argument}, but also received “${found}”. Put quotation marks around an argument that contains spaces.`,
  );
}
