/**
 * ICU messages in masked texts. Their syntax is behind placeholders, the fragments, with the words of the forms between
 * them. A translation that has all placeholders can still break a message, by their order or by braces.
 */
import type { MaskedNode } from './masked-text.ts';

/** The texts of the placeholders that have the syntax of messages, by their numbers. */
export type Fragments = ReadonlyMap<number, string>;

export const NO_FRAGMENTS: Fragments = new Map();

/** What a text has between two fragments, in reading order. */
interface Slot {
  /** The fragment before it; undefined: it is outside of messages. */
  after: number | undefined;
  /** The other placeholders. */
  ids: number[];
}

interface Reading {
  /** The numbers of the fragments of each message, in reading order. */
  messages: number[][];
  slots: Slot[];
  /** How often the words have each sign that means something in messages. */
  signs: string;
}

/** Returns a message about what a translation breaks; undefined if the messages are as in the source. */
export function findMessageFault(
  source: readonly MaskedNode[],
  translation: readonly MaskedNode[],
  fragments: Fragments,
): string | undefined {
  if (fragments.size === 0) return undefined;
  const [wanted, found] = [readMessages(source, fragments), readMessages(translation, fragments)];
  if (listMessages(wanted) !== listMessages(found)) return 'The forms of a message are in another order.';
  if (listForms(wanted) !== listForms(found)) return 'A placeholder is in another form of its message.';
  return wanted.signs === found.signs ? undefined : 'The forms of a message have other braces.';
}

/** Messages as a whole may be in another order. */
const listMessages = ({ messages }: Reading): string => messages.map(String).sort().join(' ');

const listForms = ({ slots }: Reading): string =>
  slots
    .filter(({ after, ids }) => after !== undefined && ids.length > 0)
    .map(({ after, ids }) => `${after}: ${ids.sort((one, other) => one - other)}`)
    .sort()
    .join('; ');

function readMessages(nodes: readonly MaskedNode[], fragments: Fragments): Reading {
  const messages: number[][] = [];
  const slots: Slot[] = [{ after: undefined, ids: [] }];
  const counts = { '{': 0, '}': 0, '#': 0 };
  let depth = 0;
  const visit = (inner: readonly MaskedNode[]): void => {
    for (const node of inner) {
      if (typeof node === 'string') {
        counts['{'] += countSign(node, '{');
        counts['}'] += countSign(node, '}');
        // Outside of messages, it stands for itself.
        if (depth > 0) counts['#'] += countSign(node, '#');
        continue;
      }
      const syntax = fragments.get(node.id);
      if (syntax === undefined) slots.at(-1)?.ids.push(node.id);
      else {
        if (depth === 0) messages.push([]);
        messages.at(-1)?.push(node.id);
        depth += countSign(syntax, '{') - countSign(syntax, '}');
        slots.push({ after: depth > 0 ? node.id : undefined, ids: [] });
      }
      visit(node.nodes);
    }
  };
  visit(nodes);
  return { messages, slots, signs: JSON.stringify(counts) };
}

const countSign = (text: string, sign: string): number => text.split(sign).length - 1;

/**
 * An apostrophe before a brace would make it a letter, in `d'{count}` as in `l'#`. It becomes the one that is only an
 * apostrophe.
 */
export function withoutQuotes(nodes: readonly MaskedNode[], fragments: Fragments): MaskedNode[] {
  if (fragments.size === 0) return [...nodes];
  return nodes.map((node, at) => {
    if (typeof node !== 'string') return { ...node, nodes: withoutQuotes(node.nodes, fragments) };
    const next = nodes[at + 1];
    return typeof next === 'object' && next.kind === 'x' ? node.replace(/'$/, '’') : node;
  });
}
