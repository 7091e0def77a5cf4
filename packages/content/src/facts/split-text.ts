/** A text in pieces of at most `maximum` characters: cut between lines, else between words, else anywhere. */
export function splitText(text: string, maximum: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > maximum) {
    const piece = text.slice(start, start + maximum);
    const cut = lastBreak(piece, /\n/g) ?? lastBreak(piece, /\s/g) ?? withoutHalfCharacter(piece);
    parts.push(text.slice(start, start + cut).trim());
    start += cut;
  }
  parts.push(start === 0 ? text : text.slice(start).trim());
  return parts;
}

/** The last place of a break, unless much of the piece would be left over. */
function lastBreak(piece: string, pattern: RegExp): number | undefined {
  let last = -1;
  for (const { index } of piece.matchAll(pattern)) last = index;
  return last >= piece.length / 2 ? last : undefined;
}

const withoutHalfCharacter = (piece: string): number =>
  piece.length - (/[\uD800-\uDBFF]$/.test(piece) ? 1 : 0);
