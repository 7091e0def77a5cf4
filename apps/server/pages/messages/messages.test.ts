import { describe, expect, test } from 'vitest';
import { CATALOGUES, readLanguages, textsFor } from './messages.ts';

const placesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe.each(Object.entries(CATALOGUES))('the texts in “%s”', (language, texts) => {
  test('are complete, and keep the words that are replaced', () => {
    const english = CATALOGUES.en as Record<string, string>;
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(texts))
      expect(placesOf(text), key).toEqual(placesOf(english[key] as string));
  });

  test('are translated', () => {
    if (language === 'en') return;
    // The same word in both languages.
    const shared = ['Code', 'Single sign-on'];
    const same = Object.entries(texts).filter(
      ([key, text]) => text === (CATALOGUES.en as Record<string, string>)[key] && !shared.includes(text),
    );
    expect(same).toEqual([]);
  });
});

test.each([
  [undefined, []],
  ['de-AT,de;q=0.9,en;q=0.8', ['de', 'de', 'en']],
  ['en;q=0.2, fr-FR', ['fr', 'en']],
  ['ja;q=0, es', ['es']],
  ['*;q=x,,', []],
])('%j asks for %j', (header, languages) => {
  expect(readLanguages(header)).toEqual(languages);
});

test('a page is in the first language that there is, or in English', () => {
  const languageOf = (header?: string) =>
    textsFor({ headers: header === undefined ? {} : { 'accept-language': header } }).language;
  expect(languageOf('nl, ja;q=0.5, en;q=0.4')).toBe('ja');
  expect(languageOf('constructor, nl')).toBe('en');
  expect(languageOf()).toBe('en');
});

test('what is put into a text is escaped', () => {
  const { fill } = textsFor({ headers: {} });
  expect(String(fill('continueTo', { host: '<b>' }))).toBe('Continue to &lt;b&gt;');
});
