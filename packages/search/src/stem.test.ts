import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findStemmer, hasTense } from './stem.ts';

const meets = (language: string | null, ...words: string[]): boolean =>
  new Set(words.map((word) => findStemmer(language)?.(word))).size === 1;

describe('the tense of a verb', () => {
  it.each(['charged', 'charging', 'mapped', 'used'])('is told by an ending: %s', (word) => {
    expect(hasTense(word, 'en')).toBe(true);
  });

  it.each(['charge', 'need', 'thing', 'string', 'bed', 'charges'])('is not told by %s', (word) => {
    expect(hasTense(word, 'en')).toBe(false);
  });

  it('is not known in other languages', () => {
    expect(hasTense('leasing', 'de')).toBe(false);
  });
});

describe('stems', () => {
  it.each([
    ['en', 'deploy', 'deploys', 'deployed', 'deploying'],
    ['en', 'query', 'queries', 'queried', 'querying'],
    ['en', 'cache', 'caches', 'cached', 'caching'],
    ['en', 'class', 'classes'],
    ['en', 'release', 'releases', 'released', 'releasing'],
    ['en', 'use', 'uses', 'used', 'using'],
    ['en', 'map', 'maps', 'mapped', 'mapping'],
    ['en-GB', 'setting', 'settings'],
    [null, 'page', 'pages'],
    ['de', 'einstellung', 'einstellungen'],
    ['fr', 'utilisateur', 'utilisateurs'],
    ['es', 'configuracion', 'configuraciones'],
    ['ru', 'настройка', 'настройки', 'настройке'],
  ])('of one word are one (%s): %s, %s', (language, ...words) => {
    expect(meets(language, ...(words as string[]))).toBe(true);
  });

  it.each([
    ['need', 'ne'],
    ['string', 'str'],
    ['status', 'statu'],
    ['analysis', 'analysi'],
    ['us', 'use'],
    ['access', 'acces'],
  ])('of other words are others: %s, %s', (left, right) => {
    expect(meets('en', left, right)).toBe(false);
  });

  it.each([
    ['install', 'installs', 'installation'],
    ['configure', 'configuring', 'configuration'],
    ['authenticate', 'authentication'],
    ['translate', 'translation', 'translator'],
    ['notify', 'notification'],
    ['deploy', 'deployment'],
    ['organize', 'organise', 'organization', 'organisation'],
    ['color', 'colours'],
    ['publish', 'publications'],
  ])('of one family share a root: %s, %s', (...words) => {
    expect(new Set(words.map((word) => findStemmer('en')?.root(word))).size).toBe(1);
  });

  it.each([
    ['form', 'format'],
    ['station', 'state'],
    ['read', 'header'],
    ['publication', 'public'],
  ])('of other families have other roots: %s, %s', (left, right) => {
    expect(findStemmer('en')?.root(left)).not.toBe(findStemmer('en')?.root(right));
  });

  it('are unknown of a language without endings, or one that is not known', () => {
    expect(findStemmer('zh-CN')).toBeUndefined();
    expect(findStemmer('xx')).toBeUndefined();
  });

  it.each(['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ru'])(
    'change no word but by its last byte: %s',
    (language) => {
      const stemmer = findStemmer(language);
      const words = fc.string({ unit: fc.constantFrom(...'abdeghimnoprstuxyzаеивийосяь'), maxLength: 10 });
      const endings = fc.constantFrom(
        '',
        's',
        'es',
        'ies',
        'ied',
        'ed',
        'ing',
        'ings',
        'ieren',
        'ями',
        'ого',
      );
      fc.assert(
        fc.property(words, endings, (beginning, ending) => {
          const word = beginning + ending;
          const last = Buffer.from(word).at(-1);
          if (last !== undefined && !stemmer?.lastBytes.has(last)) expect(stemmer?.(word)).toBe(word);
        }),
      );
    },
  );
});
