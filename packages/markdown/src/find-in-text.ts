/** Finds what a pattern matches in texts, and what replaces it. */

export interface Pattern {
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

/** A pattern that nothing can be searched for. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

const WORD = String.raw`[\p{L}\p{M}\p{N}_]`;

/** A regular expression can take forever on a text: the caller must be able to stop it. @throws PatternError */
export function createFinder(pattern: Pattern): (text: string) => Match[] {
  const expression = compile(pattern);
  const expand = pattern.isRegex ? expandGroups : (template: string): string => template;
  return (text) =>
    [...text.matchAll(expression)]
      .filter(([matched]) => matched !== '')
      .map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        replacement: expand(pattern.replacement, match),
      }));
}

function compile({ pattern, isRegex, ignoresCase, isWholeWord }: Pattern): RegExp {
  if (pattern === '') throw new PatternError('The pattern is empty.');
  const source = isRegex ? pattern : pattern.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const bounded = isWholeWord ? `(?<!${WORD})(?:${source})(?!${WORD})` : source;
  try {
    return new RegExp(bounded, ignoresCase ? 'gimu' : 'gmu');
  } catch (error) {
    throw new PatternError(`The pattern is not a valid regular expression: ${(error as Error).message}.`);
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
