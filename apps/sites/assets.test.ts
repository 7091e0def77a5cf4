/** The style sheets and scripts of the sites origin. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minifyStyles } from '../../scripts/build-assets.mjs';
import { testAssets } from '../../test/assets.ts';
import { filesOnly } from '../../test/files-only.ts';
import { createAssets } from './assets.ts';
import { buildPublishedApp } from './published-app.ts';

let server: FastifyInstance;
const styles = (): string => testAssets().href('page.css');

beforeAll(() => {
  const files = filesOnly({} as never, async () => undefined);
  server = buildPublishedApp({ ...files, log: pino({ level: 'silent' }) });
});
afterAll(() => server.close());

const load = (url: string, accepted?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  server.inject({ method, url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

describe('an asset', () => {
  test('is named by its content and kept for good', async () => {
    expect(styles()).toMatch(/^\/~\/assets\/page-[0-9a-f]{12}\.css$/);
    const response = await load(styles());
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(response.body).toContain(':root{');
    const script = await load(testAssets().href('reader.js'));
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=nonsense', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('is sent to a client that accepts “%s” as %s', async (accepted, encoding) => {
    const response = await load(styles(), accepted);
    expect(response.headers['content-encoding']).toBe(encoding);
    const decode =
      { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect(decode(response.rawPayload).toString()).toBe((await load(styles())).body);
  });

  test('that is a document has no origin and loads only scripts of the assets', async () => {
    const response = await load(testAssets().href('diagram-frame.html'));
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(response.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", 'sandbox allow-scripts']),
    );
    expect(policy).toContain('script-src localhost:80/~/assets/');
    const [, script = ''] = /src="([^"]+)"/.exec(response.body) ?? [];
    expect(`/~/assets/${script}`).toBe(testAssets().href('diagram-frame.js'));
  });

  test('answers HEAD without a body', async () => {
    const response = await load(styles(), 'br', 'HEAD');
    expect([response.statusCode, response.body]).toEqual([200, '']);
    expect(response.headers['content-encoding']).toBe('br');
  });

  test.each(['/~/assets/page.css', '/~/assets/page-000000000000.css', '/~/assets/', '/~/assets/page.css.br'])(
    'is not at %s',
    async (url) => {
      const response = await load(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).toContain('Page not found');
    },
  );

  test('is not changed', async () => {
    expect((await load(styles(), undefined, 'POST')).statusCode).toBe(405);
  });

  test('that the build lacks fails the start', () => {
    expect(() => testAssets().href('other.css')).toThrow('npm run build');
    const nothing = filesOnly({} as never, async () => undefined);
    nothing.pages.assets = createAssets('/nowhere');
    expect(() => buildPublishedApp({ ...nothing, log: pino({ level: 'silent' }) })).toThrow('ENOENT');
  });
});

describe('a style sheet of the build', () => {
  test('has no comment and no space without a meaning', () => {
    const source = '/* one */\n.a > .b ,\n.c :hover {\n  margin: calc(1px + 2px) auto;\n  color : red;\n}\n';
    expect(minifyStyles(source)).toBe('.a > .b,.c :hover{margin: calc(1px + 2px) auto;color : red}');
  });

  test('keeps its strings', () => {
    const source = ".a::before { content: \"/* x */  ;  }\"; }\n.b{content:'a\\'  ;  b'}";
    expect(minifyStyles(source)).toBe(".a::before{content: \"/* x */  ;  }\"}.b{content:'a\\'  ;  b'}");
  });
});
