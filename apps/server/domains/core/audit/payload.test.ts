import { newId } from '@lectern/std/ids';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newSessionSecret, newToken } from '../../../platform/access/token.ts';
import { MAX_PAYLOAD_BYTES, toPayload } from './payload.ts';

describe('a payload', () => {
  test('that is small and harmless is kept as it is', () => {
    const payload = {
      before: { role: 'read', sso: false },
      after: { role: null, teams: ['a', 'b'], at: '2030-01-01T00:00:00.000Z' },
      count: 3,
    };
    expect(toPayload(payload)).toEqual(payload);
  });

  test('keeps no field that is called like a secret', () => {
    const after = {
      title: 'A token',
      token: 'abc',
      password: 'hunter2',
      passwordHash: '$argon2id$',
      newPassword: 'x',
      clientSecret: 'x',
      privateKey: 'x',
      recoveryCodes: ['a', 'b'],
      digest: 'x',
      tokens: 3,
      hasPassword: true,
    };
    expect(toPayload({ after })).toEqual({
      after: { title: 'A token', tokens: 3, hasPassword: true },
    });
  });

  test('keeps no text that is a secret, whatever its field is called', () => {
    const secrets = [
      newToken(),
      newSessionSecret(),
      `${newId()}.${'A'.repeat(43)}`,
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
      '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
    ];
    for (const secret of secrets) {
      const kept = JSON.stringify(toPayload({ after: { note: `before ${secret} after`, list: [secret] } }));
      expect(kept).toContain('before …');
      expect(kept).not.toContain(secret.slice(5, 30));
    }
  });

  test('keeps no bytes', () => {
    expect(toPayload({ after: { key: Buffer.from('secret'), title: 'a' } })).toEqual({
      after: { title: 'a' },
    });
  });

  test('that is too large is cut, and says so', () => {
    const kept = toPayload({
      before: { title: 'Old' },
      after: { title: 'x'.repeat(100_000), domains: Array.from({ length: 5000 }, (_, n) => `d${n}.example`) },
    }) as { before: object; after: { title: string; domains: string[] }; isCut: boolean };
    expect(kept.isCut).toBe(true);
    expect(kept.before).toEqual({ title: 'Old' });
    expect(kept.after.title).toBe(`${'x'.repeat(1000)}…`);
    expect(kept.after.domains.at(-1)).toBe('… and 4900 more');
  });

  test('is never larger than it may be, and is JSON', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((part) => part.repeat(300));
    const { payload } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 40 }),
        fc.dictionary(fc.string({ maxLength: 40 }), tie('value'), { maxKeys: 40 }),
      ),
      payload: fc.dictionary(fc.string(), tie('value'), { maxKeys: 200 }),
    }));
    fc.assert(
      fc.property(payload, (given) => {
        const kept = toPayload(given as object);
        expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
        expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
      }),
      { numRuns: 200 },
    );
  });
});
