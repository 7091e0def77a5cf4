import { expect, test } from 'vitest';
import { foldName } from './fold-text.ts';

test.each([
  ['Élodie Ångström', 'éLODIE å'],
  ['E\u0301lodie', 'Élodie'],
  ['ΣΊΣΥΦΟΣ', 'σίσ'],
  ['Σίσυφος', 'ΣΊΣ'],
  ['Şahin', 'ŞAHİN'],
  ['İpek', 'ipek'],
])('%s is found by %s', (name, text) => {
  expect(foldName(name)).toContain(foldName(text));
});
