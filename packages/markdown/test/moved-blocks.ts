import { isSame } from '../src/canonical.ts';
import type { Block, JSONDocument } from '../src/document.ts';
import { asRead } from '../src/edit/name-tables.ts';
import { replaceDocument } from '../src/edit-markdown.ts';
import { parseMarkdown } from '../src/parse-markdown.ts';
import type { SourcePage } from './corpora-pages.ts';
import { type Flow, flowsOf } from './structure-edits.ts';

/** Blocks whose parts can move to another block of the same type. */
const HOLDERS: readonly string[] = [
  'list-unordered',
  'list-ordered',
  'list-tasks',
  'tabs',
  'stepper',
  'columns',
  'updates',
];

const PREFIX = /^(?:[\s>]|(?:[-+*]|\d{1,9}[.)])(?=\s|$)|\[[ xX]\][ \t])*/;

/** Lines of text, without what begins them: quotes, indents and the markers of items. */
const linesOf = (source: string): string[] =>
  source
    .split(/\r\n?|\n/)
    .map((line) => line.replace(PREFIX, '').trim())
    .filter((line) => line !== '');

/** The number of lines that only one of two texts has. */
function countDifferences(before: string, after: string): number {
  const counts = new Map<string, number>();
  for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of linesOf(after)) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

interface Place extends Flow {
  /** The type of the block whose parts the nodes are; undefined: they can stand anywhere. */
  holder?: string;
}

/** Those within a block, which can be a part of another one. */
const placesIn = (block: Block): Place[] =>
  placesOf({ object: 'document', data: {}, nodes: [block] }).slice(1);

/** The lists of blocks of a document, and the lists of parts of its blocks. */
function placesOf(document: JSONDocument): Place[] {
  const flows = flowsOf(document);
  const holders = flows.flatMap(({ nodes, depth }) =>
    nodes.flatMap((node): Place[] =>
      HOLDERS.includes(node.type) && !(node.data as { verbatim?: boolean }).verbatim
        ? [{ nodes: node.nodes as Block[], depth: depth + 1, holder: node.type }]
        : [],
    ),
  );
  return [...flows, ...holders];
}

const contains = (block: Block, { nodes }: Place): boolean =>
  placesIn(block).some((place) => place.nodes === nodes);

interface Moves {
  pages: readonly SourcePage[];
  draws: number;
  random: () => number;
}

/** Moves random blocks from one container to another; returns those after which other lines have another text. */
export function moveAtRandom({ pages, draws, random }: Moves): {
  moves: number;
  rewritten: string[];
  faults: string[];
} {
  const rewritten: string[] = [];
  const faults: string[] = [];
  let moves = 0;
  for (let draw = 0; draw < draws; draw++) {
    const { path, source } = pages[Math.floor(random() * pages.length)]!;
    const document = structuredClone(parseMarkdown(source).document);
    const places = placesOf(document);
    const from = places[Math.floor(random() * places.length)]!;
    // The first block of an item is its line.
    const leastOf = ({ depth, holder }: Place): number => (depth > 0 && !holder ? 1 : 0);
    const first = leastOf(from);
    const at = first + Math.floor(random() * (from.nodes.length - first));
    const block = from.nodes[at];
    const others = places.filter(
      (place) => place !== from && place.holder === from.holder && block && !contains(block, place),
    );
    const to = others[Math.floor(random() * others.length)];
    if (!block || !to || from.nodes.length === 1) continue;
    from.nodes.splice(at, 1);
    const least = leastOf(to);
    to.nodes.splice(least + Math.floor(random() * (to.nodes.length + 1 - least)), 0, block);
    const edited = replaceDocument(source, document);
    moves++;
    const read = parseMarkdown(edited).document.nodes;
    if (!isSame(read.map(asRead), document.nodes.map(asRead)))
      faults.push(`${path}: ${block.type}\n${edited}`);
    const count = countDifferences(source, edited);
    if (count > 0) rewritten.push(`${path}: ${block.type} changes ${count} lines`);
  }
  return { moves, rewritten, faults };
}
