import { randomBytes } from 'node:crypto';

let lastMilliseconds = 0;
let sequence = 0;

/**
 * A UUIDv7: sorted by the time it was made, also within one millisecond of one process (a 12-bit counter
 * stands where RFC 9562 allows sub-millisecond order).
 */
export function newId(now = Date.now()): string {
  if (now > lastMilliseconds) {
    lastMilliseconds = now;
    sequence = 0;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastMilliseconds += 1;
      sequence = 0;
    }
  }
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMilliseconds, 0, 6);
  bytes[6] = 0x70 | (sequence >> 8);
  bytes[7] = sequence & 0xff;
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can name anything here: canonical UUID text, lower case. */
export const isId = (text: string): boolean => text.length === 36 && UUID.test(text);
