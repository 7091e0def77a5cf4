import { describe, expect, test } from 'vitest';
import type { Term } from './glossary-terms.ts';
import { maskTerms } from './mask-terms.ts';
import { findFault } from './translate-block.ts';

const TERMS: Term[] = [
  ['request', 'Anfrage'],
  ['change request', 'Änderungsantrag & mehr'],
  ['site', 'dokumentation'],
  ['API', 'Schnittstelle'],
];
const mask = (unit: string) => maskTerms(unit, TERMS, 'de');

describe('terms of a unit', () => {
  test('become placeholders, the longest of each place, and come back as the glossary has them', () => {
    const { unit, restore } = mask('Open a <g id="1">change request</g>, run <x id="2"/>, send the request.');
    expect(unit).toBe('Open a <g id="1"><x id="3"/></g>, run <x id="2"/>, send the <x id="4"/>.');
    const response = 'Sende <x id="4"></x> nach <x id="2"/>, öffne <g id="1"><x id="3"></x></g>.';
    expect(restore(response)).toBe(
      'Sende Anfrage nach <x id="2"/>, öffne <g id="1">Änderungsantrag &amp; mehr</g>.',
    );
  });

  test('are found as words, whatever their case, and begin with a capital where the source does', () => {
    const { unit, restore } = mask('Site, site and websites: İ api, requests');
    expect(unit).toBe('<x id="1"/>, <x id="2"/> and websites: İ <x id="3"/>, requests');
    expect(restore(unit)).toBe('Dokumentation, dokumentation and websites: İ Schnittstelle, requests');
  });

  test('that are all there is need no translator', () => {
    const { unit, hasWords, restore } = mask('<g id="1">Site</g> API');
    expect([hasWords, restore(unit)]).toEqual([false, '<g id="1">Dokumentation</g> Schnittstelle']);
  });

  test.each([
    ['missing', 'Öffne.'],
    ['doubled', '<x id="1"/> <x id="1"/>'],
    ['broken', 'Öffne <x id="1"'],
    ['filled with words', 'Öffne <x id="1">Antrag</x>'],
  ])('make an answer unusable when one is %s', (_what, response) => {
    const source = 'Open the site.';
    expect(findFault(source, mask(source).restore(response))).toBeDefined();
  });
});
