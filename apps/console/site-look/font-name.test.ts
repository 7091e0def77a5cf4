import { expect, test } from 'vitest';
import { readFontName } from './font-name.ts';

test.each([
  ['Acme-Regular.woff2', 'Acme', 400],
  ['Acme Sans-BoldItalic.woff2', 'Acme Sans', 700],
  ['AcmeSans-SemiBold.woff', 'AcmeSans', 600],
  ['acme_bold.woff2', 'acme', 700],
  ['acme.woff2', 'acme', 400],
  ['(1).woff2', '1', 400],
  ['….woff2', 'Font', 400],
])('%s is of the family %s and has the weight %i', (file, family, weight) => {
  expect(readFontName(file)).toEqual({ family, weight });
});
