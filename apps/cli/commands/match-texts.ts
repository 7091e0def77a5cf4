import { createContext, Script } from 'node:vm';
import { CommandError } from './command-error.ts';

interface Pattern {
  pattern: string;
  replacement: string;
  isRegex: boolean;
  ignoresCase: boolean;
  isWholeWord: boolean;
}

export interface Match {
  start: number;
  end: number;
  replacement: string;
}

/** Finds the matches in each of some texts. */
export type MatchTexts = (texts: readonly string[]) => Match[][];

const TIMEOUT_MS = 2000;
const WORD = String.raw`[\p{L}\p{M}\p{N}_]`;

/** Throws a `CommandError` for an invalid pattern, and later for one that takes too long on a text. */
export function createMatcher(pattern: Pattern): MatchTexts {
  const expression = compile(pattern);
  const expand = pattern.isRegex ? expandGroups : (template: string): string => template;
  const find = (text: string): Match[] =>
    [...text.matchAll(expression)]
      .filter(([matched]) => matched !== '')
      .map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        replacement: expand(pattern.replacement, match),
      }));
  let texts: readonly string[] = [];
  // Node.js can stop an expression that backtracks forever only in a script of its own.
  const sandbox = createContext({ find: () => texts.map(find) });
  const script = new Script('find()');
  return (given) => {
    texts = given;
    try {
      return script.runInContext(sandbox, { timeout: TIMEOUT_MS }) as Match[][];
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new CommandError(
        `The pattern took longer than ${TIMEOUT_MS / 1000} seconds on one page. Repetitions within repetitions, such as (a+)+, are slow. Nothing was changed.`,
      );
    }
  };
}

function compile({ pattern, isRegex, ignoresCase, isWholeWord }: Pattern): RegExp {
  if (pattern === '') throw new CommandError('The pattern is empty.');
  const source = isRegex ? pattern : pattern.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const bounded = isWholeWord ? `(?<!${WORD})(?:${source})(?!${WORD})` : source;
  try {
    return new RegExp(bounded, ignoresCase ? 'gimu' : 'gmu');
  } catch (error) {
    throw new CommandError(`The pattern is not a valid regular expression: ${(error as Error).message}.`);
  }
}

/** `$1` and `$<name>` are groups, `$&` is the match, and `$$` is a dollar sign. */
function expandGroups(template: string, match: RegExpExecArray | RegExpMatchArray): string {
  return template.replace(/\$(?:([$&])|(\d{1,2})|<([^<>]{1,100})>)/g, (written, sign, number, name) => {
    if (sign !== undefined) return sign === '$' ? '$' : match[0];
    if (name !== undefined)
      return match.groups && name in match.groups ? (match.groups[name] ?? '') : written;
    return Number(number) > 0 && Number(number) < match.length ? (match[Number(number)] ?? '') : written;
  });
}
