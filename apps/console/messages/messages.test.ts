import { expect, test } from 'vitest';
import { english } from './en.ts';
import { LANGUAGES } from './messages.ts';

const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

test('no English text is empty', () => {
  for (const [key, text] of Object.entries(english)) expect(text.trim(), key).not.toBe('');
});

test.each(Object.entries(LANGUAGES))(
  'the texts in “%s” are complete and keep every placeholder',
  async (_, load) => {
    const messages = await load();
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      const translated = messages[key as keyof typeof english];
      expect(translated.trim(), key).not.toBe('');
      expect(placeholdersOf(translated), key).toEqual(placeholdersOf(text));
    }
  },
);
