import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

/** Characters from which a text for a set is chosen. */
const SAMPLES = [
  'a',
  ' ',
  '-',
  '\n',
  '0',
  '\\',
  '"',
  "'",
  '<',
  '[',
  '_',
  '/',
  '\t',
  'A',
  'é',
  '漢',
  '😀',
  '\0',
  '\u0301',
  '}',
];

/**
 * Makes functions from a size to a text on which a backtracking matcher could take more than linear time: texts that a
 * repeated part of the expression accepts, over and over, with and without the text before it.
 */
export function listAttacks(expression: RegExp): ((n: number) => string)[] {
  const { pattern } = new RegExpParser().parseLiteral(String(expression));
  const attacks: ((n: number) => string)[] = [];
  for (const { before, body } of listRepetitions(pattern.alternatives, '', expression.flags))
    for (const end of ['', '\n', '\0'])
      attacks.push(
        (n) => before + body.repeat(n) + end,
        (n) => (before + body).repeat(n) + end,
        (n) => before.repeat(n) + end,
      );
  return attacks;
}

interface Repetition {
  /** A short text that leads to the repeated part. */
  before: string;
  /** A short text that the part accepts once. */
  body: string;
}

function listRepetitions(
  alternatives: readonly AST.Alternative[],
  outer: string,
  flags: string,
): Repetition[] {
  return alternatives.flatMap(({ elements }) => {
    let before = outer;
    return elements.flatMap((element) => {
      const found = repetitionsIn(element, before, flags);
      before += shortest(element, flags);
      return found;
    });
  });
}

function repetitionsIn(element: AST.Element, before: string, flags: string): Repetition[] {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return listRepetitions(element.alternatives, before, flags);
    case 'Assertion':
      return element.kind === 'lookahead' || element.kind === 'lookbehind'
        ? listRepetitions(element.alternatives, before, flags)
        : [];
    case 'Quantifier': {
      const inner = repetitionsIn(element.element, before, flags);
      if (element.max < 10) return inner;
      return [...inner, ...bodiesOf(element.element, flags).map((body) => ({ before, body }))];
    }
    default:
      return [];
  }
}

/** Returns texts that a part accepts, one for each of its alternatives and for each kind of character. */
function bodiesOf(element: AST.Element, flags: string): string[] {
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.flatMap(({ elements }) => {
      const [only] = elements;
      if (elements.length === 1 && only) return bodiesOf(only, flags);
      return [elements.map((part) => shortest(part, flags) || firstBody(part, flags)).join('')];
    });
  if (element.type === 'Quantifier') return bodiesOf(element.element, flags);
  return accepted(element.raw, flags).slice(0, 4);
}

const firstBody = (element: AST.Element, flags: string): string => bodiesOf(element, flags)[0] ?? '';

/** A text that an element accepts, as short as possible. */
function shortest(element: AST.Element, flags: string): string {
  switch (element.type) {
    case 'Assertion':
    case 'Backreference':
      return '';
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives[0]?.elements.map((part) => shortest(part, flags)).join('') ?? '';
    case 'Quantifier':
      return shortest(element.element, flags).repeat(Math.min(element.min, 50));
    case 'Character':
      return String.fromCodePoint(element.value);
    default:
      return accepted(element.raw, flags)[0] ?? '';
  }
}

function accepted(raw: string, flags: string): string[] {
  const single = new RegExp(`^(?:${raw})$`, flags.replace(/[gmyd]/g, ''));
  const own = [...raw].filter((character) => single.test(character));
  return [...new Set([...SAMPLES.filter((character) => single.test(character)), ...own])];
}
