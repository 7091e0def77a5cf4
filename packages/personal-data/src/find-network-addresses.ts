import { isIPv4, isIPv6 } from 'node:net';
import type { FoundRange } from './found-range.ts';

/** The characters of addresses of either version of IP. */
const RUNS = /[\dA-Fa-f:.]+/g;
const WORD = /[\p{L}\p{N}_]/u;
/** Addresses of the computer itself or of any computer, which identify nobody and are frequent in questions. */
const OF_NOBODY = /^(?:127\.|0\.0\.0\.0$|255\.255\.255\.255$|::1?$)/;
const MAX_LENGTH = 45;

/** Finds addresses of both versions of IP. A version number with four parts looks the same and is found, too. */
export function findNetworkAddresses(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  for (const run of text.matchAll(RUNS)) {
    const before = text[run.index - 1] ?? '';
    const after = text[run.index + run[0].length] ?? '';
    const isPartOfWord = WORD.test(after) || (WORD.test(before) && !isSign(run[0][0] as string));
    if (isPartOfWord) continue;
    const range = addressIn(run[0]);
    if (range) found.push({ start: run.index + range.start, end: run.index + range.end, kind: 'ip' });
  }
  return found;
}

const isSign = (character: string): boolean => character === ':' || character === '.';

/** An address is followed by a port or by the end of a sentence, and may follow a colon. */
function addressIn(run: string): { start: number; end: number } | undefined {
  const start = run.startsWith('::') ? 0 : lengthOfSigns(run);
  const bare = run.endsWith('::') ? run.slice(start) : run.slice(start, endBeforeSigns(run));
  const port = bare.lastIndexOf(':');
  for (const candidate of [bare, port > 0 ? bare.slice(0, port) : bare])
    if (isAddress(candidate)) return { start, end: start + candidate.length };
  return undefined;
}

function lengthOfSigns(run: string): number {
  let length = 0;
  while (length < run.length && isSign(run[length] as string)) length += 1;
  return length;
}

function endBeforeSigns(run: string): number {
  let end = run.length;
  while (end > 0 && isSign(run[end - 1] as string)) end -= 1;
  return end;
}

function isAddress(candidate: string): boolean {
  if (candidate.length > MAX_LENGTH || OF_NOBODY.test(candidate)) return false;
  // Without a digit it is rather a name in a program: `face::bad`.
  return isIPv4(candidate) || (isIPv6(candidate) && /\d/.test(candidate));
}

/** Addresses of network cards, which identify a device. */
const HARDWARE =
  /(?<![\p{L}\p{N}:-])[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}(?![\p{L}\p{N}:-])|(?<![\p{L}\p{N}.])[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}(?![\p{L}\p{N}.])/giu;
const OF_NO_DEVICE = /^(?:00[:-]?){5}00$|^(?:ff[:-]?){5}ff$/i;

export const findHardwareAddresses = (text: string): FoundRange[] =>
  [...text.matchAll(HARDWARE)]
    .filter(([address]) => /[a-f]/i.test(address) && /\d/.test(address) && !OF_NO_DEVICE.test(address))
    .map(({ index, 0: address }) => ({ start: index, end: index + address.length, kind: 'mac' }));
