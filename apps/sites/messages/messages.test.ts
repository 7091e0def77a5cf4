import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENGLISH_WORDS } from '@lectern/render/words';
import { expect, test } from 'vitest';
import { english } from './en.ts';
import { directionOf, fillMessage, messagesOf } from './messages.ts';

const TRANSLATED = ['ar', 'de', 'es', 'fr', 'ja', 'nl', 'no', 'pt-br', 'ru', 'zh'];
const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(TRANSLATED)('the messages in “%s” are complete and keep every placeholder', (language) => {
  const messages = messagesOf(language);
  expect(messages).not.toBe(english);
  for (const [name, text] of Object.entries(english)) {
    const translated = messages[name as keyof typeof english];
    expect(translated.trim(), name).not.toBe('');
    expect(placeholdersOf(translated), name).toEqual(placeholdersOf(text));
  }
});

test('every text is used', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.startsWith('messages'))
    .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
    .join('\n');
  const own = Object.keys(english).filter((name) => !(name in ENGLISH_WORDS));
  expect(own.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});

test('a language is found by its region, by another name, or is English', () => {
  expect(messagesOf('de-AT')).toBe(messagesOf('de'));
  expect(messagesOf('pt')).toBe(messagesOf('pt-br'));
  expect(messagesOf('nb-NO')).toBe(messagesOf('no'));
  expect(messagesOf('cy')).toBe(english);
  expect([directionOf('he-IL'), directionOf('en')]).toEqual(['rtl', 'ltr']);
  expect(fillMessage('Open in {name}', { name: 'X' })).toBe('Open in X');
});
