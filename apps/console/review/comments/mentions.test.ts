import { expect, test } from 'vitest';
import { mentionAt, readMentions, writeMentions } from './mentions.ts';

const ADA = '00000000-0000-7000-8000-000000000001';
const BOB = '00000000-0000-7000-8000-000000000002';

test('names that were chosen become links to their users, the longest first', () => {
  expect(writeMentions('@Ada and @Ada Lovelace, not @Adam or a@Ada', { Ada: ADA, 'Ada Lovelace': BOB })).toBe(
    `[@Ada](/users/${ADA}) and [@Ada Lovelace](/users/${BOB}), not @Adam or a@Ada`,
  );
});

test('a comment is edited as it was written', () => {
  const mentions = { 'A [b]*': ADA, Bob: BOB };
  const text = 'Ask @A [b]* or @Bob.';
  const markdown = writeMentions(text, mentions);
  expect(readMentions(markdown)).toEqual({ text, mentions });
  expect(readMentions('[a](https://a.example)')).toEqual({ text: '[a](https://a.example)', mentions: {} });
});

test('a name is typed after an at sign at the start of a word', () => {
  expect(mentionAt('Ask @Ada Lo', 11)).toEqual({ start: 4, query: 'Ada Lo' });
  expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' });
  expect(mentionAt('ada@example.com', 15)).toBeUndefined();
});
