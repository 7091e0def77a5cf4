import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeBrowserNotice, writeNotice } from '../scripts/write-notice.mjs';

test('NOTICE lists the packages that are shipped. If this fails, run: npm run generate:notice', () => {
  const notice = writeNotice();
  expect(notice).toMatch(/^\* @fontsource\/inter [\d.]+: OFL-1\.1$/m);
  expect(notice).toMatch(/^\* @iconify-json\/fa6-solid [\d.]+: CC-BY-4\.0$/m);
  expect(notice).toMatch(/^\* mermaid [\d.]+: MIT$/m);
  expect(notice).toMatch(/^\* react [\d.]+: MIT$/m);
  expect(notice).toMatch(/^\* d3 [\d.]+: ISC$/m);
  expect(notice).toContain('SIL OPEN FONT LICENSE');
  expect(notice).not.toMatch(/^\* vitest /m);
  // Compared as a boolean, because the difference of two such files says nothing.
  expect(readFileSync(join(import.meta.dirname, '../NOTICE'), 'utf8') === notice).toBe(true);
});

test('the notice of built sites lists what browsers load, and no package of the service', () => {
  const notice = writeBrowserNotice();
  expect(notice).toContain('Font Awesome Free');
  expect(notice).toMatch(/^\* mermaid [\d.]+: MIT$/m);
  expect(notice).not.toMatch(/^\* fastify /m);
});
