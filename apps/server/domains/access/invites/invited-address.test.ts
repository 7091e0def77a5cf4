import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddress } from './invited-address.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada.Lovelace+docs@Example.COM ', 'Ada.Lovelace+docs@example.com'],
  ["o'brien@mail.example", "o'brien@mail.example"],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
])('%j is the address %s', (text, address) => {
  expect(readAddress(text)).toBe(address);
});

test.each([
  '',
  '@',
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'ada@127.0.0.1',
  'ada@@example.com',
  'a@b@example.com',
  'ada@example.com,eve@example.com',
  'ada@example.com;eve@example.com',
  'Ada <ada@example.com>',
  '"ada"@example.com',
  'ada example@example.com',
  'ada@exa mple.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada\r\n@example.com',
  '.ada@example.com',
  'a..b@example.com',
  'ädä@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a.'.repeat(130)}com`,
])('%j is no address', (text) => {
  expect(readAddress(text)).toBeUndefined();
});

test('every address is one for whoever checks it as the clients do, and reads as itself', () => {
  const isEmail = addFormats.default(new Ajv(), ['email']).compile({ type: 'string', format: 'email' });
  const letters = fc.constantFrom('a', 'Z', '0', '.', '-', '+', '_', "'", '/', '`');
  const odd = fc.constantFrom(',', '"', ' ', '\n', 'ü', '@', '<', '\\');
  const localPart = fc.array(fc.oneof({ weight: 12, arbitrary: letters }, { weight: 1, arbitrary: odd }));
  const domain = fc.oneof(
    fc.domain(),
    fc.constantFrom('example.com', 'BÜCHER.example', 'a_b.example', 'x..y'),
  );
  let addresses = 0;
  fc.assert(
    fc.property(localPart, domain, (pieces, name) => {
      const address = readAddress(`${pieces.join('')}@${name}`);
      if (address === undefined) return;
      addresses += 1;
      expect(isEmail(address)).toBe(true);
      expect(readAddress(address)).toBe(address);
    }),
    { numRuns: 1000 },
  );
  expect(addresses).toBeGreaterThan(50);
});
