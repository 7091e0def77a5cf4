import fc from 'fast-check';
import { TOTP } from 'otpauth';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { drawQrCode } from './qr-code.ts';
import { digestRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { findStep, newTotpSecret } from './totp.ts';

const STEP = 30_000;

test('a code counts in its own step and the two beside it, as the step that it is of', () => {
  const secret = newTotpSecret();
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 4e12 }), fc.integer({ min: -5, max: 5 }), (at, steps) => {
      const now = new Date(at + 10 * STEP);
      const made = now.getTime() + steps * STEP;
      const code = new TOTP({ secret }).generate({ timestamp: made });
      const step = findStep(secret, code, now);
      // Codes of different steps may be equal, once in a million.
      if (Math.abs(steps) <= 1) expect(step).toBe(Math.floor(made / STEP));
      else if (step !== undefined)
        expect(Math.abs(step - Math.floor(now.getTime() / STEP))).toBeLessThanOrEqual(1);
    }),
  );
});

test('the codes of the standard’s test vectors are right', () => {
  // RFC 6238, appendix B, SHA-1, the last six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ] as const)
    expect(findStep(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

test.each(['', '12345', '1234567', '12345a', '１２３４５６', '-12345', '1e5000', '      '])(
  '%j is no code',
  (code) => {
    expect(findStep(newTotpSecret(), code, new Date())).toBeUndefined();
  },
);

test('a recovery code is the same however it is written, and no other text is one', () => {
  for (const code of newRecoveryCodes()) {
    const digest = digestRecoveryCode(code) as Buffer;
    for (const written of [code.toUpperCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' - ')} `])
      expect(digestRecoveryCode(written)?.equals(digest)).toBe(true);
    expect(digestRecoveryCode(code.slice(1))).toBeUndefined();
  }
});

test('the picture says what the code says', () => {
  const text = 'otpauth://totp/Lectern:ada@example.com?secret=GEZDGNBVGY3TQOJQ';
  const { size, path } = drawQrCode(text);
  const { data } = encode(text, { ecc: 'M', border: 4 });
  expect(size).toBe(data.length);
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) expect(dark.has(`${x} ${y}`)).toBe(isDark);
});
