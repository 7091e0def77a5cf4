/** Checks what a translation provider returns: its response is input from outside, and may follow a text that it read. */
import { cutText } from '@lectern/std/cut-text';
import {
  findMaskingFault,
  type MaskedNode,
  MaskedTextError,
  readMasked,
  writeMasked,
} from './masked-text.ts';
import { type Fragments, findMessageFault, NO_FRAGMENTS, withoutQuotes } from './message-fragments.ts';
import { splitProtected } from './protected-text.ts';
import type { Unit } from './translate-block.ts';

/** A sentence of a few Chinese characters takes several times as many Latin letters. */
const MAX_GROWTH = 8;
const SPARE_CHARACTERS = 80;
const MAX_ADDED_CHARACTERS = 20_000;

/** Returns the translation as it may be stored and shown, or why it cannot be used. */
export function readMachineText(
  unit: Unit,
  response: string,
  fragments: Fragments = NO_FRAGMENTS,
): { translation: string } | { fault: string } {
  const source = readMasked(unit);
  const maxLength = Math.min(unit.length * MAX_GROWTH + SPARE_CHARACTERS, unit.length + MAX_ADDED_CHARACTERS);
  // Tags and escaped characters can be written in longer forms.
  if (response.length > 2 * maxLength) return { fault: TOO_LONG };
  try {
    const nodes = withoutQuotes(cleanNodes(readMasked(response), source), fragments);
    const fault =
      findMaskingFault(source, nodes) ??
      findMessageFault(source, nodes, fragments) ??
      findAddition(wordsOf(source), wordsOf(nodes));
    if (fault !== undefined) return { fault };
    const translation = writeMasked(nodes);
    return translation.length > maxLength ? { fault: TOO_LONG } : { translation };
  } catch (error) {
    if (error instanceof MaskedTextError) return { fault: error.message };
    throw error;
  }
}

const TOO_LONG = 'The translation is much longer than its source.';

const PLACEHOLDER = '\ufffc';

/** A placeholder separates words; styles and links do not. */
const wordsOf = (nodes: readonly MaskedNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      return node.kind === 'x' ? PLACEHOLDER : wordsOf(node.nodes);
    })
    .join('');

const ADDITIONS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a template tag', /\{[{%#]|[}%#]\}/g],
  ['an HTML tag', /<[/!?]?[a-z]|<!|<\?/gi],
  ['an HTML entity', /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi],
  ['a link or an image', /!\[|\]\s?[([:]|\[\^/g],
  [
    'an address',
    /[a-z][a-z\d+.-]{0,20}:\/\/|\b(?:mailto|javascript|vbscript|data|tel|file|blob):(?=\S)|\/\/[\p{L}\d-]{1,63}\.\p{L}|\bwww\.[\p{L}\d]|[\p{L}\d]@[\p{L}\d-]{1,63}\.\p{L}/giu,
  ],
  [
    'an address',
    /(?<![\p{L}\d@.-])(?:[\p{L}\d-]{1,63}\.){1,5}(?:com|net|org|info|biz|io|dev|app|xyz|top|site|online|shop|click|link)(?![\p{L}\d-])/giu,
  ],
];

/** Markdown that the source has as words may be in the translation, as often. */
function findAddition(source: string, translation: string): string | undefined {
  for (const [kind, pattern] of ADDITIONS) {
    const known = countMatches(source, pattern);
    for (const [match, count] of countMatches(translation, pattern))
      if (count > (known.get(match) ?? 0))
        return `The translation contains ${kind} that the source does not.`;
  }
  const added = splitProtected(translation).find(({ isProtected }) => isProtected);
  if (!added) return undefined;
  return `The translation contains “${cutText(added.text, 40)}”, which the source does not.`;
}

function countMatches(text: string, pattern: RegExp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [match] of text.toLowerCase().matchAll(pattern)) counts.set(match, (counts.get(match) ?? 0) + 1);
  return counts;
}

function cleanNodes(nodes: readonly MaskedNode[], source: readonly MaskedNode[]): MaskedNode[] {
  const wanted = new Set(wordsOf(source).match(UNSEEN));
  wanted.delete(PLACEHOLDER);
  const isRightToLeft = RIGHT_TO_LEFT.test(wordsOf(nodes));
  const clean = (inner: readonly MaskedNode[]): MaskedNode[] =>
    inner.map((node) =>
      typeof node === 'string'
        ? cleanText(node, wanted, isRightToLeft)
        : { ...node, nodes: clean(node.nodes) },
    );
  const cleaned = clean(nodes);
  const [first] = cleaned;
  const [sourceFirst] = source;
  if (typeof first === 'string' && !(typeof sourceFirst === 'string' && /^\s/.test(sourceFirst)))
    cleaned[0] = first.trimStart();
  return cleaned;
}

/**
 * Control characters, unpaired surrogates, noncharacters, and what formats text without being seen. The signs of Arabic
 * that enclose numbers are seen.
 */
const UNSEEN =
  /(?![\u0600-\u0605\u06dd\u070f\u08e2])(?:[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u115f\u1160\u3164\uffa0\ufffc]|\u034f|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}])/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Marks that set the direction of what is next to them. Overrides are not among them. */
const DIRECTION_MARKS = new Set(['\u061c', '\u200e', '\u200f']);
const JOINERS = new Set(['\u200c', '\u200d']);
/** Letters that are joined, and pictures that are put together. */
const JOINED =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;
const SPACES = /[\t-\r\u0085\p{Zl}\p{Zp}]/u;

/** `wanted`: the unseen characters of the source, which stay. */
function cleanText(text: string, wanted: ReadonlySet<string>, isRightToLeft: boolean): string {
  return text.replace(UNSEEN, (found, at: number) => {
    if (SPACES.test(found)) return ' ';
    if (wanted.has(found)) return found;
    if (isRightToLeft && DIRECTION_MARKS.has(found)) return found;
    // A surrogate half is not a letter either.
    if (JOINERS.has(found) && JOINED.test(lastCharacter(text, at))) return found;
    return '';
  });
}

const lastCharacter = (text: string, end: number): string =>
  [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? '';
