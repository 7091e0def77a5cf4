import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { findRegularExpressions } from './regular-expressions.ts';
import { listAttacks } from './work/attack-texts.ts';
import { countRegExpSteps } from './work/count-regexp-steps.ts';

const expressions = ['packages', 'apps'].flatMap((folder) =>
  findRegularExpressions(fileURLToPath(new URL(`../${folder}`, import.meta.url))),
);

const MADE_OF_SECRET_NAMES = `new RegExp(
  \`(%(?:25){0,3}(?:3f|26)\${SECRET_NAMES}%(?:25){0,3}3d)(?:(?!%(?:25){0,3}(?:26|23))[^&\\\\s"'#<>\\\\\\\\])+\`,
  'gi',
)`;

/** Expressions that are made while the code runs cannot be read here: each needs a reason why it is harmless. */
const MADE_LATER: Record<string, string> = {
  'new RegExp(`"${DISTANCE}(\\\\d+)"`, \'g\')': 'reads the digits after a character that is in no other text',
  "new RegExp(`</${name}(?=[\\\\s/>])`, 'gi')": 'finds an end tag of one name, and repeats nothing',
  "new RegExp(`${start.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&')}|\\\\{[%#]`, 'g')":
    'finds one of two texts, and repeats nothing',
  "new RegExp(`([?&]${SECRET_NAMES}=)[^&\\\\s\"'#<>\\\\\\\\]+`, 'gi')":
    'a name begins at one character and has at most 64 characters on both sides of a word',
  [MADE_OF_SECRET_NAMES]: 'the same, for names that are encoded',
  "new RegExp(`(^|[^\\\\p{L}\\\\p{N}\\\\[])@(${pattern})(?![\\\\p{L}\\\\p{N}])`, 'gu')":
    'finds the names that the author of a comment has chosen, and repeats nothing',
  'new RegExp(PATH_PATTERN)': 'reads each character of a path once, after names that it must not be',
  "new RegExp(`<(${NAME})(?:${ATTRIBUTE})*\\\\s*(/?)>`, 'y')":
    'reads one tag of an XML text, whose length is limited before',
  "new RegExp(`</(${NAME})\\\\s*>`, 'y')": 'reads one tag of an XML text, whose length is limited before',
  "new RegExp(KINDS.map(({ source }) => source).join('|'), 'gu')":
    'is one of several expressions that are each checked, for the placeholders of one text',
  "new RegExp(UNITS.map(({ source }) => source).join('|'), 'gu')":
    'is one of several expressions that are each checked, and each begins at another character',
  'new RegExp(`^${literal}/?$`)': 'is made of the addresses of the routes and tested on them',
  "new RegExp(`^[ \\\\t]*${marker[0] === '~' ? '~' : '`'}{${marker.length},}[ \\\\t]*$`)":
    'begins at the beginning, and no two of its parts accept the same character',
  "new RegExp(bounded, ignoresCase ? 'gimu' : 'gmu')":
    'is given to a command on the machine of the person who wrote it, and is stopped after two seconds',
  'new RegExp(`^${BYTE}(?:\\\\.${BYTE}){3}$`)': 'repeats four numbers between dots',
  "new RegExp(`^\\\\${kind}{${name}}$`, 'u')": 'names one property of characters, and repeats nothing',
  "new RegExp(text, 'u')": 'is only made, to find out whether a text is an expression',
};

/** Why an expression may take more than linear time. */
const SLOW_BUT_BOUNDED: Record<string, string> = {
  '/(?:^|[\\s(])(?::)([\\p{L}\\p{N}_+-]{2,30}:?)$/u': 'at most 31 characters after a colon',
  '/^s3:\\/\\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\\/([^?#]*))?(?:\\?([^#]*))?$/':
    'a setting of the operator, with at most 63 characters to try',
};

const isAccepted = ({ text }: { text: string }): boolean => text in SLOW_BUT_BOUNDED;

test('every regular expression is found', () => {
  expect(expressions.length).toBeGreaterThan(350);
  const made = expressions.filter(({ pattern }) => pattern === undefined).map(({ text }) => text);
  expect(made.sort()).toEqual(Object.keys(MADE_LATER).sort());
});

test('no regular expression can be analyzed to take polynomial or exponential time', () => {
  const slow = expressions.flatMap((expression) => {
    const { place, text, pattern } = expression;
    if (!pattern || isAccepted(expression)) return [];
    const { reports } = analyse({ source: pattern.source, flags: pattern.flags }, { maxReports: 1 });
    return reports.map(
      ({ type, exponential }) => `${place} ${text}: ${type}${exponential ? ', exponential' : ''}`,
    );
  });
  expect(slow).toEqual([]);
});

/** Four times the text may take this many times the steps; quadratic time takes sixteen times as many. */
const MAX_RATIO = 8;
const SIZE = 20;

test('no regular expression takes more than linear time on what its repeated parts accept', () => {
  const slow = expressions.flatMap((expression) => {
    const { place, text, pattern } = expression;
    if (!pattern || isAccepted(expression)) return [];
    const found = listAttacks(pattern).find((attack) => isSlowOn(pattern, attack));
    return found ? [`${place} ${text}: ${JSON.stringify(found(3))}`] : [];
  });
  expect(slow).toEqual([]);
});

function isSlowOn(pattern: RegExp, attack: (n: number) => string): boolean {
  const [small, large] = [SIZE, 4 * SIZE].map((n) => stepsToSearchAll(pattern, attack(n)));
  return large! > MAX_RATIO * small!;
}

/** The steps for all matches of a text, as `replace` looks for them. */
function stepsToSearchAll(pattern: RegExp, text: string): number {
  let steps = 0;
  for (let at = 0; at <= text.length; ) {
    const found = countRegExpSteps(pattern, text, at);
    steps += found.steps;
    if (!found.range || !pattern.global) break;
    at = Math.max(found.range.end, found.range.start + 1);
  }
  return steps;
}
