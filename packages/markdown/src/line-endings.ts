import { matchSequences } from './sequence-diff.ts';

interface Line {
  text: string;
  /** Empty for the last line of a text that does not end with a line ending. */
  ending: string;
}

/** The line ending that most lines of a text have. */
export const findLineEnding = (text: string): string => mostFrequent(splitLines(text));

/**
 * Gives an edited source the line endings of the source before: each line that is still there keeps its own, as does one
 * that was edited in its place, and new lines get the most frequent one.
 */
export function keepLineEndings(before: string, after: string): string {
  if (!before.includes('\r') || after === before) return after;
  const known = splitLines(before);
  const lines = splitLines(after);
  const main = mostFrequent(known);
  const isMixed = known.some(({ ending }) => ending !== main && ending !== '');
  const places = isMixed ? placesOf(known, lines) : undefined;
  const endingOf = (at: number): string => known[places?.[at] ?? -1]?.ending || main;
  return lines.map(({ text, ending }, at) => text + (ending === '' ? '' : endingOf(at))).join('');
}

/** For each line the index of the line before from which it comes, or -1 for a new one. */
function placesOf(known: readonly Line[], lines: readonly Line[]): Int32Array {
  const textOf = ({ text }: Line): string => text;
  const places = matchSequences(known.map(textOf), lines.map(textOf));
  let start = 0;
  for (let end = 0; end <= lines.length; end += 1) {
    if (end < lines.length && places[end] === -1) continue;
    const from = start === 0 ? 0 : (places[start - 1] ?? 0) + 1;
    const to = places[end] ?? known.length;
    if (end - start === to - from) for (let at = start; at < end; at += 1) places[at] = from + at - start;
    start = end + 1;
  }
  return places;
}

function splitLines(source: string): Line[] {
  const lines: Line[] = [];
  const parts = source.split(/(\r\n|\n|\r)/);
  for (let at = 0; at < parts.length; at += 2) {
    const [text = '', ending = ''] = parts.slice(at, at + 2);
    if (text !== '' || ending !== '') lines.push({ text, ending });
  }
  return lines;
}

/** In a tie, the ending that is not the usual one was chosen on purpose. */
function mostFrequent(lines: readonly Line[]): string {
  const counts = new Map([
    ['\r\n', 0],
    ['\n', 0],
    ['\r', 0],
  ]);
  for (const { ending } of lines) if (ending !== '') counts.set(ending, (counts.get(ending) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if (most === 0) return '\n';
  return [...counts].find(([, count]) => count === most)?.[0] ?? '\n';
}
