/** Tells how wide a text is, in pixels. */
type Measure = (text: string) => number;

const ELLIPSIS = '…';

/**
 * Breaks a text into lines of at most a width: between words, or within a word that is wider than a line. What does not
 * fit on the last line is left out.
 */
export function wrapText(
  text: string,
  measure: Measure,
  { width, maxLines }: { width: number; maxLines: number },
): { lines: string[]; isWhole: boolean } {
  const lines: string[] = [];
  let line = '';
  const pieces = text.split(/\s+/).filter(Boolean);
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as string;
    const longer = line === '' ? piece : `${line} ${piece}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line === '') {
      const head = beginningWithin(piece, measure, width);
      lines.push(head);
      const rest = piece.slice(head.length);
      if (rest !== '') pieces[at--] = rest;
    } else {
      lines.push(line);
      line = '';
      at -= 1;
    }
    if (lines.length === maxLines) return { lines: endWithin(lines, measure, width), isWhole: false };
  }
  if (line !== '') lines.push(line);
  return lines.length > maxLines
    ? { lines: endWithin(lines.slice(0, maxLines), measure, width), isWhole: false }
    : { lines, isWhole: true };
}

/** At least one character of a word, and as many as fit. */
function beginningWithin(word: string, measure: Measure, width: number): string {
  const letters = [...word];
  let low = 1;
  let high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(letters.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('');
}

/** Marks that the last line goes on. */
function endWithin(lines: readonly string[], measure: Measure, width: number): string[] {
  const last = beginningWithin(lines.at(-1) ?? '', (text) => measure(text + ELLIPSIS), width);
  return [...lines.slice(0, -1), last.trimEnd() + ELLIPSIS];
}
