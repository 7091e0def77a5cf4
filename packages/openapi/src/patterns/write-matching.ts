import { type PatternNode, parsePattern } from './parse-pattern.ts';

const MAX_LENGTH = 2000;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const DIGITS = [...'1234567890'];
const CAPITALS = LETTERS.map((letter) => letter.toUpperCase());
const SIGNS = [...'-_.!@#%&*+=/:,;?$~^()[]{}<>|\'"\\` '];
const OTHERS = [...'äßéøñαжяあ日中한عא€№→😀\t\n'];

interface Shape {
  /** How many times more than needed parts are repeated. */
  more: number;
  /** Which of the options and characters are used. */
  variant: number;
  /** Whether letters, capitals, digits and signs take turns. */
  isMixed: boolean;
}

/** Texts that a pattern describes, short ones first. Look-arounds are not considered: not all of the texts match. */
export function* listMatching(pattern: string, variant: number): Generator<string> {
  const node = parsePattern(pattern);
  if (!node) return;
  for (const [isMixed, added] of [
    [false, 0],
    [true, 0],
    [false, 1],
    [true, 1],
    [false, 2],
  ] as const)
    for (const more of [1, 0, 2, 3, 5, 8, 13, 21, 34, 55, 100, 200, 400]) {
      const text: string[] = [];
      if (writeNode(node, { more, variant: variant + added, isMixed }, text)) yield text.join('');
    }
}

function writeNode(node: PatternNode, shape: Shape, text: string[]): boolean {
  if (text.length > MAX_LENGTH) return false;
  switch (node.kind) {
    case 'characters': {
      const character = chooseCharacter(node, shape, text.length);
      if (character === undefined) return false;
      text.push(character);
      return true;
    }
    case 'sequence':
      return node.parts.every((part) => writeNode(part, shape, text));
    case 'choice': {
      const option = node.options[shape.variant % node.options.length];
      return option !== undefined && writeNode(option, shape, text);
    }
    case 'repeat': {
      const count = Math.min(node.most, Math.max(node.least, shape.more));
      if (count > MAX_LENGTH) return false;
      for (let done = 0; done < count; done += 1) if (!writeNode(node.part, shape, text)) return false;
      return true;
    }
    default:
      return true;
  }
}

const known = new WeakMap<(character: string) => boolean, string[][]>();

/** The characters of a class, by their kind. */
function listGroups(has: (character: string) => boolean, hints: readonly string[]): string[][] {
  const found = known.get(has);
  if (found) return found;
  const groups = [LETTERS, DIGITS, CAPITALS, SIGNS, hints, OTHERS]
    .map((group) => group.filter(has))
    .filter((group) => group.length > 0);
  known.set(has, groups);
  return groups;
}

/** Readable characters come first, and go on from place to place: `abc`, `123`. */
function chooseCharacter(
  { has, hints }: Extract<PatternNode, { kind: 'characters' }>,
  { variant, isMixed }: Shape,
  place: number,
): string | undefined {
  const groups = listGroups(has, hints);
  const group = groups[isMixed ? (place + 2) % Math.min(groups.length, 4) : 0];
  return group?.[(place + variant) % group.length];
}
