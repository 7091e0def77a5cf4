import { createMatchFinder } from './find-matches.ts';
import { parseQuery } from './parse-query.ts';

/** A text in pieces, each with whether it matches the query. */
type MarkedText = [text: string, isMatch: boolean][];

/** Splits a line at the matches of a query. */
export type MarkMatches = (line: string) => MarkedText;

/** Created once for all texts that one query found, in a space that is analyzed in this language. */
export function createMarker(query: string, language: string | null): MarkMatches {
  const findMatches = createMatchFinder(parseQuery(query), language);
  return (line) => {
    const pieces: MarkedText = [];
    let done = 0;
    const add = (end: number, isMatch: boolean): void => {
      const last = pieces.at(-1);
      if (end <= done) return;
      // Matches that overlap or touch become one piece.
      if (last && last[1] === isMatch) last[0] += line.slice(done, end);
      else pieces.push([line.slice(done, end), isMatch]);
      done = end;
    };
    for (const { start, end } of findMatches(line).sort((left, right) => left.start - right.start)) {
      add(start, false);
      add(end, true);
    }
    add(line.length, false);
    return pieces;
  };
}
