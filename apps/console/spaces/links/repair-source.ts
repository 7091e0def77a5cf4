/** Gives links of a page another target, and changes nothing else of its source. */
import { replaceTargets } from '@lectern/markdown/edit-markdown';
import type { Link } from './group-links.ts';

export interface ChangedLine {
  /** From 1; undefined where there is no source: in reusable contents and the table of contents. */
  line: number | undefined;
  before: string;
  after: string;
}

/** The targets that are replaced, with the kinds of the links that have them. */
export type Wanted = ReadonlyMap<string, ReadonlySet<Link['kind']>>;

export interface RepairedSource {
  markdown: string;
  lines: ChangedLine[];
  /** How many links were changed. */
  count: number;
}

export function repairSource(source: string, wanted: Wanted, replacement: string): RepairedSource {
  const places: number[] = [];
  const repaired = replaceTargets(source, ({ raw, kind, start }) => {
    if (!wanted.get(raw)?.has(kind)) return undefined;
    places.push(start);
    return replacement;
  });
  const numbers = linesOf(source, places);
  const head = repairFrontMatter(repaired, wanted, replacement);
  const [old, next] = [source.split('\n'), head.markdown.split('\n')];
  const changed = [...new Set([...head.numbers, ...numbers])].sort((one, other) => one - other);
  return {
    markdown: head.markdown,
    lines: changed.map((line) => ({
      line,
      before: trimEnd(old[line - 1]),
      after: trimEnd(next[line - 1]),
    })),
    count: places.length + head.numbers.length,
  };
}

/** The lines in which links have a target. */
export function findLines(source: string, target: string, kinds: ReadonlySet<Link['kind']>): string[] {
  const { lines } = repairSource(source, new Map([[target, kinds]]), `${target} `);
  return lines.map(({ before }) => before.trim());
}

const trimEnd = (line = ''): string => line.replace(/\r$/, '');

/** The lines, from 1, of offsets that grow. */
function linesOf(source: string, offsets: readonly number[]): number[] {
  const lines: number[] = [];
  let line = 1;
  let at = 0;
  for (const offset of offsets) {
    for (let next = source.indexOf('\n', at); next >= 0 && next < offset; next = source.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    lines.push(line);
  }
  return lines;
}

const FRONT_MATTER_KINDS = ['cover', 'meta-link'] as const;
/** What is before a value of YAML on one line: a dash, or a name. */
const BEFORE_VALUE = /^(?: |\t)*(?:- +)?(?:["']?[\w.-]+["']?: +)?/;

/** Covers, and the addresses of other versions of a page, are values of its front matter. */
function repairFrontMatter(
  source: string,
  wanted: Wanted,
  replacement: string,
): { markdown: string; numbers: number[] } {
  const targets = new Set(
    [...wanted].flatMap(([target, kinds]) =>
      FRONT_MATTER_KINDS.some((kind) => kinds.has(kind)) ? target : [],
    ),
  );
  const lines = source.split('\n');
  const numbers: number[] = [];
  if (targets.size === 0 || lines[0]?.trimEnd() !== '---') return { markdown: source, numbers };
  for (let at = 1; at < lines.length && !/^(?:---|\.\.\.)\s*$/.test(lines[at] as string); at += 1) {
    const line = lines[at] as string;
    const [before = ''] = BEFORE_VALUE.exec(line) ?? [];
    const rest = line.slice(before.length);
    const value = rest.trim();
    if (before.trim() === '' || !targets.has(withoutQuotes(value))) continue;
    const after = rest.slice(rest.trimEnd().length);
    lines[at] = `${before}${JSON.stringify(replacement)}${after}`;
    numbers.push(at + 1);
  }
  return { markdown: lines.join('\n'), numbers };
}

function withoutQuotes(value: string): string {
  const [quote = ''] = value;
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1) : value;
}
