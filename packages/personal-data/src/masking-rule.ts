/**
 * A rule of an organization: what else must not be kept. The pattern is compared without case. `#` means a digit,
 * `?` for a letter or a digit, `*` for one or more of them, and `\` takes the meaning from the sign that follows. Where
 * the pattern begins or ends with a letter or a digit, so does a word of the text.
 */
export interface MaskingRule {
  steps: readonly Step[];
}

/** A lowercase character, or the meaning of a sign. */
type Step = { character: string } | 'digit' | 'letter or digit' | 'letters or digits';

export const MAX_PATTERN_LENGTH = 100;
export const MAX_MASKING_RULES = 100;
/** Shorter patterns would mask most of a text. */
const MIN_CHARACTERS = 3;

const SIGNS: Record<string, Step> = { '#': 'digit', '?': 'letter or digit', '*': 'letters or digits' };
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;
const DIGIT = /\p{Nd}/u;

/** Reads a pattern. Returns what is wrong with it, for people, instead of a rule. */
export function readMaskingRule(pattern: string): MaskingRule | string {
  const steps: Step[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    const sign = characters[at] as string;
    if (sign !== '\\') steps.push(SIGNS[sign] ?? { character: fold(sign) });
    else if (at + 1 === characters.length)
      return 'Write \\\\ for a backslash: one at the end has no meaning.';
    else {
      at += 1;
      steps.push({ character: fold(characters[at] as string) });
    }
  }
  return findMistake(steps) ?? { steps };
}

function findMistake(steps: readonly Step[]): string | undefined {
  if (steps.length > MAX_PATTERN_LENGTH)
    return `A pattern can have at most ${MAX_PATTERN_LENGTH} characters.`;
  if (steps.length < MIN_CHARACTERS) return `A pattern must have at least ${MIN_CHARACTERS} characters.`;
  if (steps.every((step) => step === 'letters or digits' || step === 'letter or digit'))
    return 'A pattern needs a character other than * and ?.';
  const isReached = steps.every((step, at) => steps[at - 1] !== 'letters or digits' || !isOfWord(step));
  return isReached
    ? undefined
    : 'After *, which stands for letters and digits, write another sign or nothing.';
}

const isOfWord = (step: Step | undefined): boolean =>
  typeof step === 'object' ? LETTER_OR_DIGIT.test(step.character) : step !== undefined;

/** Returns where the text that a rule describes ends, if it begins at a place; undefined otherwise. */
export function endOfMatch({ steps }: MaskingRule, text: string, start: number): number | undefined {
  if (isOfWord(steps[0]) && isInWord(text, start)) return undefined;
  let at = start;
  for (const step of steps) {
    const next = endOfStep(step, text, at);
    if (next === undefined) return undefined;
    at = next;
  }
  return isOfWord(steps.at(-1)) && isInWord(text, at) ? undefined : at;
}

/** `*` takes every character that it can and gives none back, so no text is read twice. */
function endOfStep(step: Step, text: string, at: number): number | undefined {
  let end = at;
  do {
    const character = characterAt(text, end);
    if (!accepts(step, character)) break;
    end += character.length;
  } while (step === 'letters or digits');
  return end > at ? end : undefined;
}

function accepts(step: Step, character: string): boolean {
  if (character === '') return false;
  if (typeof step === 'object') return step.character === fold(character);
  return (step === 'digit' ? DIGIT : LETTER_OR_DIGIT).test(character);
}

/** Whether the characters before and after a place belong to one word. */
const isInWord = (text: string, at: number): boolean =>
  LETTER_OR_DIGIT.test(characterAt(text, at)) && LETTER_OR_DIGIT.test(characterBefore(text, at));

const fold = (character: string): string => character.toLowerCase();

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : '';

function characterBefore(text: string, at: number): string {
  const isPair = at > 1 && (text.codePointAt(at - 2) as number) > 0xffff;
  return text.slice(isPair ? at - 2 : Math.max(0, at - 1), at);
}
