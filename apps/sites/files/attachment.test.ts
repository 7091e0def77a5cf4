import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attachment } from './attachment.ts';

it.each([
  ['plan.docx', 'plan.docx'],
  ['a "b"; c=d.txt', 'a%20%22b%22%3B%20c%3Dd.txt'],
  ["it's (1)*!.zip", 'it%27s%20%281%29%2A%21.zip'],
  ['Bildschirm\u202ffoto.zip', 'Bildschirm%E2%80%AFfoto.zip'],
  ['图.zip', '%E5%9B%BE.zip'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['harmless\u202egpj.exe', 'harmlessgpj.exe'],
  ['a\r\nSet-Cookie: b', 'aSet-Cookie%3A%20b'],
  ['\ud800', 'file'],
  ['', 'file'],
])('names the saved file: %j', (name, encoded) => {
  expect(attachment(name)).toBe(`attachment; filename*=UTF-8''${encoded}`);
});

it('keeps the end of a very long name', () => {
  expect(attachment(`${'x'.repeat(5_000)}.tar.gz`)).toMatch(/''x{193}\.tar\.gz$/);
});

it('is a header of plain ASCII, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(attachment(name)).toMatch(/^attachment; filename\*=UTF-8''[\w.~%-]+$/);
    }),
  );
});
