import { expect, test } from 'vitest';
import { isOutputInJournal } from './journal.ts';

test('output is in the journal only if systemd names this very stream', () => {
  const output = { dev: 9, ino: 4711 };
  expect(isOutputInJournal({ JOURNAL_STREAM: '9:4711' }, output)).toBe(true);
  expect(isOutputInJournal({ JOURNAL_STREAM: '9:4712' }, output)).toBe(false);
  expect(isOutputInJournal({}, output)).toBe(false);
});
