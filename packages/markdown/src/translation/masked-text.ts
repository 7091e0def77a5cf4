/**
 * Texts as translators get them: the words, with numbered placeholders for everything else. `<x id="1"/>` represents
 * something without words, `<g id="2">…</g>` surrounds words that have a style or a target. Markup characters are
 * escaped as in XML, so that programs which translate XML leave placeholders alone.
 */

/** A placeholder or words, in reading order. */
export type MaskedNode = string | { kind: 'x' | 'g'; id: number; nodes: MaskedNode[] };

/** Keys of the content behind the placeholders, by their numbers. Placeholders for the same content have equal keys. */
export type PlaceholderKeys = ReadonlyMap<number, string>;

const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export function writeMasked(nodes: readonly MaskedNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeText(node);
      if (node.kind === 'x') return `<x id="${node.id}"/>`;
      return `<g id="${node.id}">${writeMasked(node.nodes)}</g>`;
    })
    .join('');
}

/** A tag of a placeholder, as translators may write it. */
const TAG = /<(\/?)([xg])(?:[ \t\r\n]{1,8}id[ \t]{0,4}=[ \t]{0,4}["']?(\d{1,6})["']?)?[ \t]{0,4}(\/?)>/y;

/** Why a text cannot be read as a masked text. */
export class MaskedTextError extends Error {}

/** Deeper than placeholders are nested in any real text. */
const MAX_DEPTH = 100;

/** Reads a masked text. Throws `MaskedTextError` for tags that are not placeholders or do not match. */
export function readMasked(text: string): MaskedNode[] {
  const top: MaskedNode[] = [];
  const open: { kind: 'x' | 'g'; id: number; nodes: MaskedNode[] }[] = [];
  const add = (node: MaskedNode): void => {
    (open.at(-1)?.nodes ?? top).push(node);
  };
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('<', at);
    if (next !== at) add(unescapeText(text.slice(at, next < 0 ? text.length : next)));
    if (next < 0) break;
    TAG.lastIndex = next;
    const match = TAG.exec(text);
    if (!match) throw new MaskedTextError(`“${text.slice(next, next + 20)}” is not a placeholder.`);
    at = next + match[0].length;
    const kind = match[2] as 'x' | 'g';
    const isClosing = match[1] === '/';
    if (isClosing) {
      if (open.pop()?.kind !== kind) throw new MaskedTextError(`A </${kind}> closes nothing.`);
      continue;
    }
    if (match[3] === undefined) throw new MaskedTextError(`A <${kind}> has no number.`);
    const node = { kind, id: Number(match[3]), nodes: [] };
    add(node);
    if (match[4] === '') open.push(node);
    if (open.length > MAX_DEPTH) throw new MaskedTextError('The placeholders are nested too deeply.');
  }
  if (open.length > 0) throw new MaskedTextError(`The placeholder ${open.at(-1)?.id} is not closed.`);
  return top;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeText = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (all, name, decimal, hex) => {
    if (name) return ENTITIES[name] as string;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    return isCharacter ? String.fromCodePoint(point) : all;
  });

interface Placeholder {
  kind: 'x' | 'g';
  parent: number;
  hasWords: boolean;
}

/**
 * Compares a translation with its source. Returns a message about the first fault; undefined if the translation has
 * every placeholder of the source exactly once, in the same parent placeholder, and still surrounding words if it did.
 */
export function findMaskingFault(
  source: readonly MaskedNode[],
  translation: readonly MaskedNode[],
): string | undefined {
  const wanted = new Map(listPlaceholders(source));
  const found = listPlaceholders(translation);
  const seen = new Set<number>();
  for (const [id, { kind, parent, hasWords }] of found) {
    const original = wanted.get(id);
    if (!original) return `The placeholder ${id} is not in the source.`;
    if (seen.has(id)) return `The placeholder ${id} appears twice.`;
    seen.add(id);
    if (original.kind !== kind) return `The placeholder ${id} has become another one.`;
    if (original.parent !== parent) return `The placeholder ${id} is in another place.`;
    if (kind === 'x' && hasWords) return `The placeholder ${id} surrounds words.`;
    if (original.hasWords && !hasWords) return `The placeholder ${id} has lost its words.`;
  }
  for (const id of wanted.keys()) if (!seen.has(id)) return `The placeholder ${id} is missing.`;
  if (hasWords(source) && !hasWords(translation)) return 'The translation has no words.';
  return undefined;
}

function listPlaceholders(nodes: readonly MaskedNode[], parent = 0): [number, Placeholder][] {
  return nodes.flatMap((node): [number, Placeholder][] =>
    typeof node === 'string'
      ? []
      : [
          [node.id, { kind: node.kind, parent, hasWords: hasWords(node.nodes) }],
          ...listPlaceholders(node.nodes, node.id),
        ],
  );
}

/** Whether there is something to translate: a letter. */
export const hasWords = (nodes: readonly MaskedNode[]): boolean =>
  nodes.some((node) => (typeof node === 'string' ? /\p{L}/u.test(node) : hasWords(node.nodes)));
