import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
const BYTES = 10;
/** Crockford's: no letter looks like a digit. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** In a form to write down: four times four letters, 80 random bits. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newRecoveryCode);

function newRecoveryCode(): string {
  let bits = BigInt(`0x${randomBytes(BYTES).toString('hex')}`);
  let text = '';
  for (let n = 0; n < (BYTES * 8) / 5; n += 1) {
    text += LETTERS[Number(bits & 31n)];
    bits >>= 5n;
  }
  return text.replace(/.{4}(?=.)/g, '$&-');
}

/** Returns the stored form of a code. Codes are random, so a plain digest is enough. Undefined for a malformed code. */
export function digestRecoveryCode(typed: string): Buffer | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return code.length === (BYTES * 8) / 5 ? createHash('sha256').update(code).digest() : undefined;
}
