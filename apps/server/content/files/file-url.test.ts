import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileDownloadUrl, openFileUrl } from './file-url.ts';

const key = randomBytes(32);
const blobHash = createHash('sha256').update('content').digest();
const spaceId = '01900000-0000-7000-8000-000000000001';
const fileId = '01900000-0000-7000-8000-000000000002';
const file = {
  sitesUrl: 'https://sites.example',
  key,
  spaceId,
  fileId,
  fileEpoch: 3,
  blobHash,
  name: 'a.png',
};

const urlOf = (changes: Partial<typeof file> = {}): string => fileDownloadUrl({ ...file, ...changes });
const tokenOf = (url: string): string => url.split('/')[6] ?? '';
const nameOf = (name: string): string => urlOf({ name }).split('/').slice(7).join('/');
const open = (changes: Partial<Parameters<typeof openFileUrl>[0]> = {}): Buffer | undefined =>
  openFileUrl({ keys: [key], spaceId, fileId, fileEpoch: 3, token: tokenOf(urlOf()), ...changes });

describe('a file address', () => {
  it('has the shape that the sites origin serves', () => {
    const path = `https://sites.example/files/${spaceId}/${fileId}/`;
    expect(urlOf()).toMatch(new RegExp(`^${path}[\\w-]{64}/a\\.png$`));
    expect(urlOf({ sitesUrl: 'https://sites.example/docs/' })).toMatch(
      /^https:\/\/sites\.example\/docs\/files\/0/,
    );
  });

  it('is the same every time', () => {
    expect(urlOf()).toBe(urlOf());
  });

  it('opens to the blob that it was made for', () => {
    expect(open()).toEqual(blobHash);
  });

  it('opens nothing for another space, file, epoch or key', () => {
    expect(open({ spaceId: fileId })).toBeUndefined();
    expect(open({ fileId: spaceId })).toBeUndefined();
    expect(open({ fileEpoch: 4 })).toBeUndefined();
    expect(open({ keys: [randomBytes(32)] })).toBeUndefined();
    expect(open({ keys: [] })).toBeUndefined();
  });

  it('opens nothing when any character of the token is changed', () => {
    const token = tokenOf(urlOf());
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(open({ token: changed })).toBeUndefined();
    }
  });

  it.each(['', '..', 'x'.repeat(64), `${'A'.repeat(63)}=`, `${'A'.repeat(63)}/`, blobHash.toString('hex')])(
    'opens nothing for what is no token: %j',
    (token) => {
      expect(open({ token })).toBeUndefined();
    },
  );

  it('stays good when another key begins to sign, until its own is dropped', () => {
    const newKey = randomBytes(32);
    expect(open({ keys: [newKey, key] })).toEqual(blobHash);
    expect(open({ keys: [newKey] })).toBeUndefined();
    expect(open({ keys: [newKey, key], token: tokenOf(urlOf({ key: newKey })) })).toEqual(blobHash);
  });
});

describe('the name in a file address', () => {
  it.each([
    ['my file.png', 'my%20file.png'],
    ['Screenshot 1.02.03\u202fPM.png', 'Screenshot%201.02.03%E2%80%AFPM.png'],
    ['a#b?c%d&e.png', 'a%23b%3Fc%25d%26e.png'],
    ['100%25.png', '100%2525.png'],
    ["it's (1)*!.png", 'it%27s%20%281%29%2A%21.png'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a\\b', 'a_b'],
    ['..', 'file'],
    ['.', 'file'],
    ['', 'file'],
    ['\ud800.png', '%EF%BF%BD.png'],
    ['图.png', '%E5%9B%BE.png'],
    ['a\r\nb\0', 'a%0D%0Ab%00'],
  ])('is encoded: %j', (name, encoded) => {
    expect(nameOf(name)).toBe(encoded);
  });

  it('is shortened when it is very long, whole characters only, and keeps its extension', () => {
    const encoded = nameOf(`${'图'.repeat(5_000)}.png`);
    expect(encoded.length).toBeLessThanOrEqual(600);
    expect(decodeURIComponent(encoded)).toMatch(/^图{60,}\.png$/);
    expect(nameOf(`a.${'x'.repeat(5_000)}`).length).toBe(600);
  });

  it('is one segment that a URL parser leaves as it is, whatever it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (name) => {
        const url = urlOf({ name });
        expect(new URL(url).href).toBe(url);
        expect(url.split('/')).toHaveLength(8);
      }),
    );
  });
});
