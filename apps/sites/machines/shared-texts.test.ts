import { expect, test } from 'vitest';
import { createSharedTexts, type SharedTexts } from './shared-texts.ts';

/** Counts the pieces that are made. */
function createSource(pieces: readonly string[]) {
  const made: string[] = [];
  async function* write(): AsyncGenerator<string> {
    for (const piece of pieces) {
      await Promise.resolve();
      made.push(piece);
      yield piece;
    }
  }
  return { made, write };
}

const createTexts = (): SharedTexts => createSharedTexts({ maxLength: 10_000, maxTextLength: 10 });

async function readAll(text: ReturnType<SharedTexts['read']>): Promise<string> {
  if (text === undefined) throw new Error('The text is too long to be shared.');
  if (typeof text === 'string') return text;
  let read = '';
  for await (const piece of text) read += piece;
  return read;
}

test('a text is made once for all who read it at the same time, and for those who come later', async () => {
  const texts = createTexts();
  const { made, write } = createSource(['a', 'b', 'c']);
  const readers = Array.from({ length: 20 }, () => readAll(texts.read('key', write)));
  expect(new Set(await Promise.all(readers))).toEqual(new Set(['abc']));
  expect(texts.read('key', write)).toBe('abc');
  expect(made).toEqual(['a', 'b', 'c']);
  expect(await readAll(texts.read('other', write))).toBe('abc');
  expect(made).toHaveLength(6);
});

test('a text is made no further than it is read, and anew when everybody has left it', async () => {
  const texts = createTexts();
  const { made, write } = createSource(['a', 'b', 'c']);
  const one = texts.read('key', write) as AsyncGenerator<string>;
  const other = texts.read('key', write) as AsyncGenerator<string>;
  expect([(await one.next()).value, (await one.next()).value, (await other.next()).value]).toEqual([
    'a',
    'b',
    'a',
  ]);
  expect(made).toEqual(['a', 'b']);
  await one.return(undefined);
  expect((await other.next()).value).toBe('b');
  await other.return(undefined);
  expect(await readAll(texts.read('key', write))).toBe('abc');
  expect(made).toEqual(['a', 'b', 'a', 'b', 'c']);
});

test('a text that is too long is given to those who read it, and not kept or shared any more', async () => {
  const texts = createTexts();
  const { write } = createSource(['12345', '67890', '!']);
  expect(await readAll(texts.read('key', write))).toBe('1234567890!');
  expect(texts.read('key', write)).toBeUndefined();
});

test('a text that could not be made is tried again', async () => {
  const texts = createTexts();
  async function* fail(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('It failed.');
  }
  const late = texts.read('key', fail);
  const readers = [readAll(texts.read('key', fail)), readAll(texts.read('key', fail))];
  for (const reader of readers) await expect(reader).rejects.toThrow('It failed.');
  await expect(readAll(late)).rejects.toThrow('It failed.');
  const { write } = createSource(['a', 'b']);
  expect(await readAll(texts.read('key', write))).toBe('ab');
});
