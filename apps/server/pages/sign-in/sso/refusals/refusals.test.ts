import { expect, test } from 'vitest';
import { type Reason, SignOnRefusal } from '../../../../domains/access/sign-on/refusal.ts';
import { CATALOGUES } from '../../../messages/messages.ts';
import { explainRefusal, REFUSALS } from './refusals.ts';

const reasons = Object.keys(REFUSALS.de as object) as Reason[];

test('a refusal is explained in each language of the sign-in pages', () => {
  expect(Object.keys(CATALOGUES).sort()).toEqual([...Object.keys(REFUSALS), 'en'].sort());
  for (const reason of reasons) {
    const refusal = new SignOnRefusal(reason);
    const texts = Object.keys(CATALOGUES).map((language) => explainRefusal(refusal, language));
    expect(new Set(texts).size, reason).toBe(texts.length);
    expect(
      texts.every((text) => /[.。]$/.test(text)),
      reason,
    ).toBe(true);
  }
});

test('a language without a catalogue gets the English sentence', () => {
  const refusal = new SignOnRefusal('replayed');
  for (const language of ['nl', 'constructor', '__proto__'])
    expect(explainRefusal(refusal, language)).toBe(refusal.message);
});
