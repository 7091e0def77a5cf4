import { parentPort, workerData } from 'node:worker_threads';
import { WorkCounter } from './count-work.ts';
import type { Measurement } from './measure.ts';
import type { textHandlers as TextHandlers } from './subjects.ts';

export interface SearchOptions {
  seed: number;
  rounds: number;
}

/** Symbols and words of every language that is parsed, to be combined at random. In a repetition, `№` is its number. */
const PARTS =
  '* ¦- ¦1. ¦# ¦## ¦> ¦| ¦- [ ] ¦`¦```¦~~~¦*¦**¦_¦~~¦[¦]¦(¦)¦![¦](¦<¦>¦</¦/>¦<!--¦-->¦<br>¦{% @a/b c="¦{% include "a" %}¦%}¦$$¦[^a]¦[^a]: ¦[^№]¦[^№]: ¦[a]: b¦[a№]: b¦---¦===¦: ¦? ¦- a: ¦a: ¦a№: ¦a: |¦&a ¦*a¦!a ¦<<: *a¦{¦}¦,¦a¦a№¦A1¦é¦e\u0301¦😀¦ ¦   ¦    ¦\t¦\n¦\n\n¦\r¦\0¦\\¦"¦\'¦&amp;¦&#x1¦&¦=¦%2f¦%¦/¦../¦?¦#¦@¦://¦https://a.b/¦[a](b)¦![a](b)¦[a](a.md "b")¦| a |\n| - |\n¦<a href="#a" data-footnote-ref>¦<a class="button" href="a">¦<code class="expression">¦<mark style="color:red">¦<div align="left">¦<div data-tag="hint">¦<option value="№" label="a">¦<span data-option="№">¦<td>¦<th data-type="select">¦<source srcset="a">¦<img src="a" alt="¦<input type="checkbox">'.split(
    '¦',
  );
const TAGS = 'hint tabs tab stepper step columns column if updates update prompt content-ref code'.split(' ');
const ELEMENTS =
  'a b p div span mark button picture figure figcaption pre code details summary table thead tbody tr th td ul li select h1 video script'.split(
    ' ',
  );

const { subjects, seed, rounds } = workerData as SearchOptions & { subjects: string };
const counter = new WorkCounter();
const { textHandlers } = (await import(subjects)) as { textHandlers: typeof TextHandlers };
const random = createRandom(seed);

/** Numbers in [0, 1) that a seed determines (mulberry32). */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';

interface Piece {
  text: string;
  isRepeated: boolean;
}

/** Returns the opening and closing text of a random pair. */
function pickPair(): [string, string] {
  if (random() < 0.5) {
    const tag = pick(TAGS);
    return [`{% ${tag} %}\n`, `{% end${tag} %}\n`];
  }
  const element = pick(ELEMENTS);
  return [`<${element}>`, `</${element}>`];
}

function pickPieces(): Piece[] {
  const pickText = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      random() < 0.1 ? pickPair().join(random() < 0.5 ? 'a' : '') : pick(PARTS),
    ).join('');
  const pieces = Array.from({ length: 3 }, () => ({ text: pickText(), isRepeated: random() < 0.6 }));
  if (random() < 0.6) return pieces;
  const [open, close] = pickPair();
  const isRepeated = random() < 0.6;
  return [{ text: open, isRepeated }, ...pieces, { text: close, isRepeated }];
}

function makeText(pieces: readonly Piece[], size: number): string {
  return pieces
    .map(({ text, isRepeated }) =>
      Array.from({ length: isRepeated ? size : 1 }, (_, i) => text.replaceAll('№', String(i))).join(''),
    )
    .join('');
}

/**
 * The sizes of inputs. Only inputs whose work grows faster than linearly at the cheap first size are tried at the next.
 */
const SIZES = [12, 48, 192, 768];
/** The ratio up to which work is certainly linear. */
const UNSUSPICIOUS_RATIO = 4.7;
/** The maximum length, because longer texts take long even if their work is linear. */
const MAX_LENGTH = 60_000;
/** More work than this for a character is too much, no matter how it grows. Repetition has a constant limit. */
const MAX_WORK_PER_CHARACTER = 2000;
const MAX_CONSTANT_WORK = 10_000_000;

async function measure(
  handle: (text: string) => unknown,
  pieces: readonly Piece[],
): Promise<{ small: number; large: number }> {
  const countAt = (size: number): Promise<number> => {
    const text = makeText(pieces, size);
    return counter.count(() => handle(text), MAX_CONSTANT_WORK + MAX_WORK_PER_CHARACTER * text.length);
  };
  // Things that are created once, such as compiled patterns, are not work of the input.
  await handle(makeText(pieces, 2));
  let measured = { small: 1, large: await countAt(SIZES[0]!) };
  for (const size of SIZES) {
    measured = { small: measured.large, large: await countAt(4 * size) };
    if (measured.large <= UNSUSPICIOUS_RATIO * measured.small) break;
    if (makeText(pieces, 16 * size).length > MAX_LENGTH) break;
  }
  return measured;
}

for (let round = 0; round < rounds; round += 1) {
  const pieces = pickPieces();
  const text = JSON.stringify(pieces.map(({ text, isRepeated }) => (isRepeated ? [text] : text)));
  for (const [kind, handle] of Object.entries(textHandlers)) {
    const name = `round ${round}, ${kind}: ${text}`;
    parentPort?.postMessage(name);
    const measurement: Omit<Measurement, 'characters'> = { name, ...(await measure(handle, pieces)) };
    parentPort?.postMessage(measurement);
  }
}
