import { expect, test } from 'vitest';
import { parseAgain } from './parse-again.ts';

test('a source that is read in turns with others is parsed once, and a very long one each time', () => {
  const sources = Array.from({ length: 8 }, (_, n) => `# Page ${n} of several\n`);
  const first = sources.map(parseAgain);
  expect(sources.map((source) => first.indexOf(parseAgain(source)))).toEqual(sources.map((_, n) => n));
  for (let n = 0; n < 8; n += 1) parseAgain(`# Another page ${n}\n`);
  expect(parseAgain(sources[0] as string)).not.toBe(first[0]);
  const long = 'A paragraph.\n\n'.repeat(40_000);
  expect(parseAgain(long)).not.toBe(parseAgain(long));
});
