import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicKeyOf } from './public-key.ts';
import { createKeyPair, openPrivateKey } from './ssh-access.ts';

const withoutComment = (line: string): string => line.split(' ').slice(0, 2).join(' ');

test('a key pair has the public key in its private half', async () => {
  const { privateKey, publicKey } = await createKeyPair('a comment');
  expect(publicKeyOf(privateKey)).toBe(withoutComment(publicKey));
});

test('a key of another program has it once it was opened', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  expect(publicKeyOf(privateKey)).toBeUndefined();
  expect(publicKeyOf(await openPrivateKey(privateKey, undefined))).toMatch(/^ssh-rsa [A-Za-z0-9+/]+=*$/);
});

test.each([
  '',
  'nonsense',
  '-----BEGIN OPENSSH PRIVATE KEY-----\n-----END OPENSSH PRIVATE KEY-----',
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.from('openssh-key-v1\0\0\0\0').toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`,
])('what is no key has none (%#)', (text) => {
  expect(publicKeyOf(text)).toBeUndefined();
});
