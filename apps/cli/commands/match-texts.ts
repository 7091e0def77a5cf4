import { createContext, Script } from 'node:vm';
import { createFinder, type Match, type Pattern, PatternError } from '@lectern/markdown/find-in-text';
import type { MatchTexts } from '@lectern/markdown/find-replacements';
import { CommandError } from './command-error.ts';

const TIMEOUT_MS = 2000;

/** Throws a `CommandError` for an invalid pattern, and later for one that takes too long on a text. */
export function createMatcher(pattern: Pattern): MatchTexts {
  const find = explainPattern(() => createFinder(pattern));
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

function explainPattern<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof PatternError ? new CommandError(error.message) : error;
  }
}
