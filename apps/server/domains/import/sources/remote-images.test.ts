import type { ImportProblem } from '@lectern/import/imported-content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainPng } from '../../../../../test/fixtures/published/files/served-pictures.ts';
import { startWebServer, type WebServer } from '../../../../../test/web-server.ts';
import { createRemoteImages } from './remote-images.ts';

const PNG = plainPng({ width: 3, height: 2 });

let web: WebServer;

beforeAll(async () => {
  web = await startWebServer({ '/a.png': { type: 'image/png', body: PNG } });
});
afterAll(() => web.close());

function open({ importBytes = 1_000_000, jobSeconds = 60, allowPrivateNetworks = true } = {}) {
  const problems: ImportProblem[] = [];
  const config = { allowPrivateNetworks, limits: { importBytes, jobSeconds } } as Parameters<
    typeof createRemoteImages
  >[0]['config'];
  const images = createRemoteImages({ config }, { problems, signal: new AbortController().signal });
  return { read: (path: string) => images.read(web.url(path), 'guide.md'), problems };
}

test('the images of an import together have a limit of bytes', async () => {
  const { read, problems } = open({ importBytes: PNG.length * 2 });
  expect([await read('/a.png'), await read('/a.png')]).toEqual([PNG, PNG]);
  expect(await read('/a.png')).toBeUndefined();
  expect(problems).toMatchObject([{ path: 'guide.md', reason: 'image-unavailable' }]);
});

test('and a limit of time, after which nothing is contacted', async () => {
  const { read, problems } = open({ jobSeconds: 0 });
  web.requests.length = 0;
  expect(await read('/a.png')).toBeUndefined();
  expect(web.requests).toEqual([]);
  expect(problems[0]?.message).toContain('no time left');
});

test('an image larger than what is left ends at the limit', async () => {
  web.content['/endless.png'] = (response) => {
    const write = (): void => {
      if (!response.destroyed) response.write(Buffer.alloc(100_000), () => setImmediate(write));
    };
    write();
  };
  const { read, problems } = open();
  expect(await read('/endless.png')).toBeUndefined();
  expect(problems[0]?.message).toContain('larger than 1000000 bytes');
});

test('private addresses are not contacted', async () => {
  const { read, problems } = open({ allowPrivateNetworks: false });
  web.requests.length = 0;
  expect(await read('/a.png')).toBeUndefined();
  expect(web.requests).toEqual([]);
  expect(problems[0]).toMatchObject({ path: 'guide.md', reason: 'image-unavailable' });
});
