import type { ReportMarkup } from '../markup/markup.ts';

/**
 * Reports problems of a text that was prepared, such as by the insertion of included files, with the lines of the text
 * before. `offset`: the lines of the file above the text.
 */
export function reportBefore(
  report: ReportMarkup,
  { before, after, offset = 0 }: { before: string; after: string; offset?: number },
): ReportMarkup {
  if (before === after) return report;
  let lines: readonly number[] | undefined;
  return (problem) => {
    if (problem.line === undefined) {
      report(problem);
      return;
    }
    lines ??= mapLines(before.split('\n'), after.split('\n'));
    const at = lines[problem.line - 1 - offset];
    report({ ...problem, line: at === undefined ? problem.line : at + 1 + offset });
  };
}

/**
 * Finds the line from which each line of a changed text comes, both counted from 0, by the lines that are in both texts
 * once. The lines between two of these are counted on.
 */
function mapLines(before: readonly string[], after: readonly string[]): number[] {
  if (before.length === after.length) return after.map((_, i) => i);
  const known = indexUnique(before);
  const unique = indexUnique(after);
  const mapped: number[] = [];
  /** The line after the last one that was found. */
  let from = 0;
  let next = 0;
  for (const [i, line] of after.entries()) {
    const at = unique.has(line) ? known.get(line) : undefined;
    if (at !== undefined && at >= from) {
      // The lines before it cannot come from lines after it.
      for (let j = i - 1; j >= 0 && mapped[j]! >= at; j--) mapped[j] = Math.max(0, at - 1);
      mapped.push(at);
      from = at + 1;
      next = from;
    } else {
      mapped.push(Math.min(next, before.length - 1));
      next++;
    }
  }
  return mapped;
}

function indexUnique(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const seen = new Set<string>();
  for (const [i, line] of lines.entries()) {
    if (seen.has(line)) found.delete(line);
    else if (line.trim() !== '') found.set(line, i);
    seen.add(line);
  }
  return found;
}
