import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSite, addSpace } from '../../../../../test/factories.ts';
import { testThreads } from '../../../../../test/threads.ts';
import { startWebServer, type WebServer } from '../../../../../test/web-server.ts';
import type { NetworkPolicy } from '../../../platform/http/guarded-network.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import type { RunOptions } from '../../../platform/threads/threads.ts';
import { EMBED_PROVIDERS } from './embed-providers.ts';
import { fetchEmbed } from './fetch-embed.ts';
import { createEmbeds } from './find-embed.ts';
import { type Oembed, readOembed, renderFrame } from './oembed.ts';
import { readPageHead } from './read-page-head.ts';

let now = new Date('2026-03-01T12:00:00.000Z');
let app: TestApp;
/** Does not contact private networks. */
let guarded: TestApp;
let web: WebServer;
let spaceId: string;

beforeAll(async () => {
  web = await startWebServer();
  app = await buildTestApp({
    clock: () => now,
    config: { allowPrivateNetworks: true, sitesUrl: 'https://sites.example.com' },
  });
  guarded = await buildTestApp({ beside: app });
  spaceId = await addSpace(app);
});
afterAll(async () => {
  await guarded?.close();
  await app?.close();
  await web?.close();
});

async function embed(url: string, { from = app, token }: { from?: TestApp; token?: string } = {}) {
  const path = `/v1/spaces/${spaceId}/embed?url=${encodeURIComponent(url)}`;
  const response = await from.request('GET', path, token === undefined ? {} : { token });
  return { status: response.statusCode, body: response.json() };
}

describe('the address of a page', () => {
  test('becomes a link with its title, site and icon, with and without a space', async () => {
    web.content['/page'] =
      '<head><base href="/below/"><title>Plain</title><meta property="og:title" content="A &amp; B">' +
      '<meta property="og:site_name" content="The site"><meta property="og:image" content="still.png">' +
      '<link rel="shortcut icon" href="icon.png"></head>';
    const found = await embed(web.url('/page#part'));
    const link = {
      type: 'link',
      title: 'A & B',
      site: 'The site',
      icon: web.url('/below/icon.png'),
      picture: web.url('/below/still.png'),
    };
    expect(found).toEqual({ status: 200, body: link });
    const result = await app.request('GET', `/v1/urls/embed?url=${encodeURIComponent(web.url('/page'))}`);
    expect(result.json()).toEqual(link);
    expect(web.requests.filter(({ path }) => path === '/page')).toHaveLength(1);
  });

  test('becomes a link with what its description says, never with its markup', async () => {
    web.content['/described'] =
      '<link rel="alternate" type="application/json+oembed" href="/oembed.json"><title>Plain</title>';
    web.content['/oembed.json'] = {
      type: 'application/json',
      body: JSON.stringify({
        type: 'rich',
        title: 'Described',
        provider_name: 'Somebody',
        html: '<iframe src="https://www.youtube.com/embed/a"></iframe><script>alert(1)</script>',
      }),
    };
    expect((await embed(web.url('/described'))).body).toEqual({
      type: 'link',
      title: 'Described',
      site: 'Somebody',
    });
  });

  test('of a file or without a title is named by its path or host', async () => {
    web.content['/files/a%20report.pdf'] = { type: 'application/pdf', body: '<title>No</title>' };
    web.content['/'] = '<p>Nothing</p>';
    expect((await embed(web.url('/files/a%20report.pdf'))).body.title).toBe('a report.pdf');
    expect((await embed(web.url('/'))).body).toEqual({ type: 'link', title: '127.0.0.1', site: '127.0.0.1' });
  });

  test('follows redirects, and keeps only icons on the web', async () => {
    web.content['/moved'] = { location: '/target' };
    web.content['/target'] = '<link rel="icon" href="javascript:alert(1)"><title>Target</title>';
    expect((await embed(web.url('/moved'))).body).toEqual({
      type: 'link',
      title: 'Target',
      site: '127.0.0.1',
    });
  });

  test('is read up to a limit, whatever follows', async () => {
    web.content['/huge'] = (response) => sendWithoutEnd(response, '<title>Huge</title>');
    expect((await embed(web.url('/huge'))).body.title).toBe('Huge');
  });

  test('is readable with the token of a site that shows the space, and with no other', async () => {
    web.content['/shown'] = '<title>Shown</title>';
    const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
    const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
    const resolved = await app.request('POST', '/v1/urls/published', {
      token: null,
      body: { url: `https://sites.example.com/${basename}/` },
    });
    const token = resolved.json().apiToken as string;
    expect((await embed(web.url('/shown'), { token })).body.title).toBe('Shown');
    const other = await addSpace(app);
    const path = `/v1/spaces/${other}/embed?url=${encodeURIComponent(web.url('/shown'))}`;
    expect((await app.request('GET', path, { token })).statusCode).toBe(404);
  });
});

function sendWithoutEnd(response: ServerResponse, start: string): void {
  response.setHeader('content-type', 'text/html').write(start);
  const send = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
    if (!response.destroyed) response.once('drain', send);
  };
  send();
}

describe('an address that cannot be embedded', () => {
  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'no address',
    '//example.com',
  ])('is not found: %s', async (url) => {
    const { status, body } = await embed(url);
    expect([status, body.error.reason]).toEqual([404, 'embed-not-found']);
  });

  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://203.0.113.7:8080/',
  ])('is not asked for on a private network or another port: %s', async (url) => {
    const { status, body } = await embed(url, { from: guarded });
    expect([status, body.error.reason]).toEqual([404, 'embed-not-found']);
    expect(body.error.message).toMatch(/private or local address|usual ports/);
  });

  test('is tried again after a minute', async () => {
    web.content['/later'] = { status: 500 };
    expect((await embed(web.url('/later'))).body.error.message).toContain('status 500');
    web.content['/later'] = '<title>Now</title>';
    expect((await embed(web.url('/later'))).status).toBe(404);
    now = new Date(now.getTime() + 61_000);
    expect((await embed(web.url('/later'))).body.title).toBe('Now');
  });
});

describe('fetching', () => {
  const threads = testThreads();
  const fetchFrom = (address: string, policy: Partial<NetworkPolicy> = {}, timeoutMs = 5000) =>
    fetchEmbed(new URL(address), { threads, policy: { allowPrivate: true, ...policy }, timeoutMs });

  test('does not follow a redirect or a description to a refused address', async () => {
    const { port } = new URL(web.origin);
    const policy: Partial<NetworkPolicy> = {
      isAllowed: (address) => address === '127.0.0.1',
      resolveHost: async (host) => [{ address: host === 'good.test' ? '127.0.0.1' : '127.0.0.9', family: 4 }],
    };
    web.content['/hop'] = { location: `http://127.0.0.9:${port}/inside` };
    web.content['/name'] = { location: `http://rebound.test:${port}/inside` };
    web.content['/scheme'] = { location: 'file:///etc/passwd' };
    web.content['/loop'] = { location: '/loop' };
    for (const [path, message] of [
      ['/hop', /private or local/],
      ['/name', /private or local/],
      ['/scheme', /Only http and https/],
      ['/loop', /redirects too many times/],
    ] as const)
      expect(await fetchFrom(`http://good.test:${port}${path}`, policy), path).toEqual({
        failure: expect.stringMatching(message),
      });
    web.content['/points'] =
      `<link rel="alternate" type="application/json+oembed" href="http://127.0.0.9:${port}/inside"><title>Points</title>`;
    expect(await fetchFrom(`http://good.test:${port}/points`, policy)).toMatchObject({
      embed: { title: 'Points' },
    });
    expect(web.requests.some(({ path }) => path === '/inside')).toBe(false);
  });

  test('gives up on a server that does not finish', async () => {
    web.content['/long'] = `<title>Long</title>${'<p>a'.repeat(20_000)}`;
    const busy = {
      run: (_task: unknown, _input: unknown, { deadlineMs, signal }: RunOptions) =>
        new Promise<never>((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          setTimeout(() => reject(new ThreadLimitError('time')), deadlineMs);
        }),
    };
    const long = { threads: busy, policy: { allowPrivate: true }, timeoutMs: 300 };
    expect(await fetchEmbed(new URL(web.url('/long')), long)).toEqual({
      failure: 'The page takes too long to read.',
    });
    web.content['/slow'] = (response) => response.setHeader('content-type', 'text/html').write('<title>Slow');
    expect(await fetchFrom(web.url('/slow'), {}, 300)).toEqual({
      failure: expect.stringContaining('did not respond in time'),
    });
  });

  test('shows the frame of a provider, and a link if it has none', async () => {
    const provider = {
      name: 'Films',
      hosts: ['127.0.0.1'],
      endpoint: web.url('/films'),
      frameHosts: ['player.films.example'],
    };
    const find = createEmbeds(app.context, { providers: [provider] });
    const question = { caller: 'somebody', beforeFetch: async () => {} };
    const path = `/films?url=${encodeURIComponent(web.url('/film'))}&format=json`;
    web.content[path] = {
      type: 'application/json',
      body: JSON.stringify({
        type: 'video',
        title: 'A "film"',
        thumbnail_url: 'https://pictures.films.example/1.jpg',
        width: 800,
        height: '100%',
        html: '<div onclick="x()"><iframe onload="x()" width="50%" height="450" src="https://player.films.example/1?a=1&amp;b=2" srcdoc="x"></iframe><script>x()</script></div>',
      }),
    };
    expect(await find({ ...question, url: web.url('/film') })).toEqual({
      type: 'rich',
      title: 'A "film"',
      site: 'Films',
      picture: 'https://pictures.films.example/1.jpg',
      html: '<iframe src="https://player.films.example/1?a=1&amp;b=2" width="800" height="450" title="A &quot;film&quot;" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms" allow="fullscreen; picture-in-picture; encrypted-media" referrerpolicy="strict-origin-when-cross-origin" loading="lazy"></iframe>',
    });
    web.content['/private'] = '<title>Private</title>';
    expect(await find({ ...question, url: web.url('/private') })).toEqual({
      type: 'link',
      title: 'Private',
      site: '127.0.0.1',
    });
  });

  test('asks once for callers who ask at the same time, and stops where it is refused', async () => {
    const find = createEmbeds(app.context);
    web.content['/once'] = '<title>Once</title>';
    const question = { url: web.url('/once'), beforeFetch: async () => {} };
    await Promise.all(['a', 'b', 'c'].map((caller) => find({ ...question, caller })));
    expect(web.requests.filter(({ path }) => path === '/once')).toHaveLength(1);
    const beforeFetch = () => Promise.reject(new Error('Enough'));
    await expect(find({ url: web.url('/refused'), caller: 'a', beforeFetch })).rejects.toThrow('Enough');
    expect(web.requests.some(({ path }) => path === '/refused')).toBe(false);
    await find({ ...question, caller: 'a', beforeFetch });
  });
});

describe('the frame of a provider', () => {
  const frame = (html: string, more: Partial<Oembed> = {}, name = 'YouTube') =>
    renderFrame(
      EMBED_PROVIDERS.find((provider) => provider.name === name) as (typeof EMBED_PROVIDERS)[number],
      {
        type: 'video',
        title: 'T',
        providerName: name,
        thumbnailUrl: undefined,
        width: 200,
        height: 113,
        html,
        ...more,
      },
      'T',
    );

  test.each([
    ['YouTube', 'https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed'],
    ['Vimeo', 'https://player.vimeo.com/video/76979871?app_id=122963'],
    ['Loom', 'https://www.loom.com/embed/0281766fa2d04bb788eaf19e65135184'],
    ['Figma', 'https://www.figma.com/embed?embed_host=oembed&url=https://www.figma.com/file/a/b'],
    ['CodePen', 'https://codepen.io/team/codepen/embed/preview/PNaGbb?default-tabs=result'],
    ['CodeSandbox', 'https://codesandbox.io/embed/new'],
    ['Spotify', 'https://open.spotify.com/embed/track/298gs9ATwr2rD9tGYJKlQR?utm_source=oembed'],
    ['SoundCloud', 'https://w.soundcloud.com/player/?visual=true'],
    ['Miro', 'https://miro.com/app/live-embed/a=/'],
  ])('of %s is shown', (name, src) => {
    const shown = frame(`<iframe src="${src.replaceAll('&', '&amp;')}"></iframe>`, { type: 'rich' }, name);
    expect(shown).toContain(`src="${src.replaceAll('&', '&amp;')}" width="200" height="113"`);
  });

  test.each([
    ['of another host', '<iframe src="https://www.youtube.com.evil.example/embed/a"></iframe>'],
    ['of another provider', '<iframe src="https://player.vimeo.com/video/1"></iframe>'],
    ['without TLS', '<iframe src="http://www.youtube.com/embed/a"></iframe>'],
    ['with credentials', '<iframe src="https://a:b@www.youtube.com/embed/a"></iframe>'],
    ['of another port', '<iframe src="https://www.youtube.com:8443/embed/a"></iframe>'],
    ['of a script', '<iframe src="javascript:alert(1)"></iframe>'],
    ['of data', '<iframe src="data:text/html,a"></iframe>'],
    ['without an address', '<iframe srcdoc="<p>a"></iframe>'],
    ['that is none', '<object data="https://www.youtube.com/embed/a"></object>'],
    ['in very long markup', `${' '.repeat(20_000)}<iframe src="https://www.youtube.com/embed/a"></iframe>`],
  ])('is not shown %s', (_name, html) => {
    expect(frame(html)).toBeUndefined();
  });

  test('is not shown of a photo', () => {
    expect(
      frame('<iframe src="https://www.youtube.com/embed/a"></iframe>', { type: 'photo' }),
    ).toBeUndefined();
  });

  test('has a size of pixels within limits', () => {
    const sized = (width: string) =>
      frame(`<iframe src="https://www.youtube.com/embed/a" width="${width}"></iframe>`, { width: undefined });
    expect(sized('99999')).toContain('width="4000"');
    for (const width of ['0', '-5', '1e9', '100%', '640px']) expect(sized(width)).toContain('width="640"');
  });
});

test.each(['', 'null', '[]', '"a"', '<html>', '{"type":1,"title":{},"html":[],"width":"a","height":-1}'])(
  'the answer %s of an oEmbed endpoint says nothing',
  (json) => {
    expect(Object.values(readOembed(json) ?? {}).filter((value) => value !== undefined)).toEqual([]);
  },
);

test('the head of a page is read wherever it stands, the first of each field', () => {
  const head = readPageHead({
    url: 'https://example.com/a/b',
    html: '<p>x<link rel="ALTERNATE" type="application/json+oembed" href="../o?x=1"><link rel="alternate" type="application/json+oembed" href="/second"><link rel=icon href=//cdn.example.com/i.png><title> A\n title </title>',
  });
  expect(head).toEqual({
    title: 'A title',
    site: undefined,
    icon: 'https://cdn.example.com/i.png',
    oembedUrl: 'https://example.com/o?x=1',
  });
});
