/** The kind of a part of a text, which is also the word that replaces it: `[email]`. */
type PersonalDataKind = 'card' | 'email' | 'iban' | 'id' | 'ip' | 'mac' | 'masked' | 'phone' | 'secret';

/** A part of a text that must not be kept. */
export interface FoundRange {
  start: number;
  end: number;
  kind: PersonalDataKind;
}

/** Replaces the ranges. Ranges that overlap are replaced together, by the kind of the first one. */
export function replaceRanges(text: string, ranges: readonly FoundRange[]): string {
  if (ranges.length === 0) return text;
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, kind } of sorted) {
    if (start >= at) pieces.push(text.slice(at, start), `[${kind}]`);
    at = Math.max(at, end);
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}
