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

globalThis.Date = class Date extends RealDate {
  constructor(...parameters) {
    super(...(parameters.length === 0 ? [now()] : parameters));
  }
  static now() {
    return now();
  }
};
