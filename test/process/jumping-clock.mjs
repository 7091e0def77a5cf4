// Loaded by a service before its own code: its wall clock is ahead by the milliseconds in a file.
import { readFileSync } from 'node:fs';

const file = process.env.TEST_CLOCK_FILE;
const RealDate = Date;
let offset = 0;
let readAt = 0;

function now() {
  const real = RealDate.now();
  if (Math.abs(real - readAt) > 100) {
    readAt = real;
    try {
      offset = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      offset = 0;
    }
  }
  return real + offset;
}

class JumpingDate extends RealDate {
  constructor(...parameters) {
    super(...(parameters.length === 0 ? [now()] : parameters));
  }
  static now() {
    return now();
  }
  /** Node.js itself makes dates of the other class. */
  static [Symbol.hasInstance](value) {
    return RealDate[Symbol.hasInstance].call(RealDate, value);
  }
}
Object.defineProperty(JumpingDate, 'name', { value: 'Date' });
globalThis.Date = JumpingDate;
