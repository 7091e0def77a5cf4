import { isSame } from '../src/canonical.ts';
import type { Block } from '../src/document.ts';
import { asRead } from '../src/edit/name-tables.ts';
import { replaceDocument } from '../src/edit-markdown.ts';
import { parseMarkdown } from '../src/parse-markdown.ts';
import type { SourcePage } from './corpora-pages.ts';
import { type Flow, flowsOf } from './structure-edits.ts';

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

const contains = (block: Block, { nodes }: Flow): boolean =>
  flowsOf({ object: 'document', data: {}, nodes: [block] }).some((flow) => flow.nodes === nodes);

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
    const flows = flowsOf(document);
    const from = flows[Math.floor(random() * flows.length)]!;
    // The first block of an item is its line.
    const first = from.depth > 0 ? 1 : 0;
    const at = first + Math.floor(random() * (from.nodes.length - first));
    const block = from.nodes[at];
    const others = flows.filter((flow) => flow !== from && block && !contains(block, flow));
    const to = others[Math.floor(random() * others.length)];
    if (!block || !to || from.nodes.length === 1) continue;
    from.nodes.splice(at, 1);
    const least = to.depth > 0 ? 1 : 0;
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
