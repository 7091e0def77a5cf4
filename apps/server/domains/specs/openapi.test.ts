import { processSpec, type SpecInput } from '@lectern/openapi/process-spec';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../test/clock.ts';
import { addOrganization, addServiceToken, addUserToken } from '../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../test/jobs.ts';
import { startWebServer, type WebServer } from '../../../../test/web-server.ts';
import { ThreadLimitError } from '../../platform/threads/thread-limit-error.ts';
import { fetchSpec } from './fetch-files.ts';
import { OPENAPI_PROCESSING } from './process-spec.jobs.ts';
import { OPENAPI_REFRESH } from './refresh.jobs.ts';

const HOUR_MS = 3_600_000;
const specOf = (title: string, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  paths: {},
  ...more,
});
const textOf = (title: string): string => JSON.stringify(specOf(title));

let clock: TestClock;
let web: WebServer;
let app: TestApp;
let specs: string;
beforeAll(async () => {
  clock = createTestClock(new Date('2030-01-02T12:00:00Z'));
  web = await startWebServer();
  app = await buildTestApp({ clock: clock.now, config: { allowPrivateNetworks: true } });
  specs = `/v1/orgs/${app.organizationId}/openapi`;
});
afterAll(async () => {
  await app?.close();
  await web?.close();
});
beforeEach(async () => {
  await app.context.db.deleteFrom('openapi_spec').execute();
  await app.context.db.deleteFrom('openapi_content').execute();
  await app.context.db.deleteFrom('job').execute();
  web.requests.splice(0);
});

const put = (slug: string, source: object) => app.request('PUT', `${specs}/${slug}`, { body: { source } });
const get = async (path: string) => (await app.request('GET', `${specs}/${path}`)).json();

async function publish(slug: string, source: object) {
  const response = await put(slug, source);
  expect([200, 201]).toContain(response.statusCode);
  await runJobs(app);
  return get(slug);
}

const countVersions = async (slug: string): Promise<number> => (await get(`${slug}/versions`)).count;
const countContents = async (): Promise<number> =>
  (await app.context.db.selectFrom('openapi_content').select('hash').execute()).length;

describe('a spec', () => {
  test('is processed after it was created', async () => {
    const body = {
      slug: 'pets',
      source: { text: 'openapi: 3.0.3\ninfo: {title: Pets, version: 1.0}\npaths: {}\n' },
    };
    const created = await app.request('POST', specs, { body });
    expect(created.statusCode).toBe(201);
    const { baseUrl } = app.context.config;
    expect(created.headers.location).toBe(`${baseUrl}${specs}/pets`);
    expect(created.json()).toMatchObject({
      object: 'openapi-spec',
      slug: 'pets',
      visibility: 'private',
      processingState: 'pending',
      lastProcessedErrorCount: 0,
      permissions: { view: true, edit: true },
    });
    await runJobs(app);
    const spec = await get('pets');
    expect(spec).toMatchObject({ processingState: 'complete', lastProcessedErrors: [] });
    const version = await get('pets/versions/latest');
    const location = `${baseUrl}${specs}/pets/versions/${spec.lastVersion}`;
    expect(version).toEqual({
      object: 'openapi-spec-version',
      id: spec.lastVersion,
      createdAt: clock.now().toISOString(),
      url: `${location}/document`,
      urls: { location },
    });
    const content = await get('pets/versions/latest/content');
    expect(content).toEqual({
      filesystem: [
        {
          dir: './',
          isEntrypoint: true,
          references: [],
          filename: 'openapi.yaml',
          specification: { openapi: '3.1.1', info: { title: 'Pets', version: '1.0' }, paths: {} },
        },
      ],
      url: version.url,
      urls: { source: version.url, public: null },
    });
    for (const place of ['latest', spec.lastVersion]) {
      const document = await app.request('GET', `${specs}/pets/versions/${place}/document`);
      expect(document.body).toBe(body.source.text);
      expect(document.headers['content-type']).toBe('application/yaml; charset=utf-8');
      expect(await get(`pets/versions/${place}/content/raw`)).toEqual({
        text: body.source.text,
        format: 'yaml',
      });
    }
  });

  test.for([
    ['JSON', (number: string) => textOf('A').replace('"paths"', `"x-number":[${number}],"paths"`)],
    [
      'YAML',
      (number: string) => `openapi: 3.0.3\ninfo: {title: A, version: 1}\nx-number: [${number}]\npaths: {}\n`,
    ],
  ] as const)('of %s keeps all digits of its numbers where it is stored', async ([, write]) => {
    const number = '9223372036854775807';
    await publish('pets', { text: write(number) });
    const { body } = await app.request('GET', `${specs}/pets/versions/latest/content`);
    expect(body).toContain(`"x-number":[${number}]`);
  });

  test('has one slug, and a put updates it', async () => {
    const body = { slug: 'pets', source: { text: textOf('A') } };
    await app.request('POST', specs, { body });
    const again = await app.request('POST', specs, { body });
    expect([again.statusCode, again.json().error.reason]).toEqual([409, 'openapi-spec-exists']);
    expect((await put('pets', { text: textOf('B') })).statusCode).toBe(200);
    expect((await put('dogs', { text: textOf('B') })).statusCode).toBe(201);
    expect((await app.request('GET', specs)).json()).toMatchObject({
      count: 2,
      items: [{ slug: 'dogs' }, { slug: 'pets' }],
    });
    const page = (await app.request('GET', `${specs}?limit=1`)).json();
    const next = await app.request('GET', `${specs}?limit=1&page=${page.next.page}`);
    expect(next.json().items).toMatchObject([{ slug: 'pets' }]);
  });

  test('that several requests create at once is created once', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map((n) => put('pets', { text: textOf(String(n)) })));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 201]);
    await runJobs(app);
    expect((await get('pets')).processingState).toBe('complete');
  });

  test.each([
    ['a slug with spaces', { slug: 'a b', source: { text: 'x' } }],
    ['no source', { slug: 'pets' }],
    ['an empty text', { slug: 'pets', source: { text: '' } }],
    ['an address that is none of the web', { slug: 'pets', source: { url: 'file:///etc/passwd' } }],
    ['a text that is too large', { slug: 'pets', source: { text: 'x'.repeat(10_000_001) } }],
  ])('with %s is refused', async (_, body) => {
    expect((await app.request('POST', specs, { body })).statusCode).toBe(400);
  });

  test('may be a text as large as a file may be', async () => {
    const text = JSON.stringify({ ...specOf('Large'), 'x-text': '"'.repeat(4_900_000) });
    expect((await publish('large', { text })).lastVersion).toBeDefined();
  });

  test('is deleted with its versions and what no other spec needs', async () => {
    await publish('pets', { text: textOf('A') });
    await publish('pets', { text: textOf('B') });
    await publish('dogs', { text: textOf('B') });
    expect(await countContents()).toBe(2);
    expect((await app.request('DELETE', `${specs}/pets`)).statusCode).toBe(205);
    expect((await app.request('DELETE', `${specs}/pets`)).statusCode).toBe(204);
    expect(await countContents()).toBe(1);
    for (const path of ['', '/versions', '/versions/latest', '/versions/latest/content'])
      expect((await app.request('GET', `${specs}/pets${path}`)).json().error.reason).toBe(
        'openapi-spec-not-found',
      );
    expect((await get('dogs/versions/latest/content')).filesystem).toHaveLength(1);
  });

  test('of another organization is not found', async () => {
    await publish('pets', { text: textOf('A') });
    const other = await addOrganization(app, {});
    const path = `/v1/orgs/${other.organizationId}/openapi/pets`;
    expect((await app.request('GET', path)).statusCode).toBe(404);
  });

  test('shows what the caller may do', async () => {
    await publish('pets', { text: textOf('A') });
    const token = await addServiceToken(app, { role: 'read' });
    const response = await app.request('GET', `${specs}/pets`, { token });
    expect(response.json().permissions).toEqual({ view: true, edit: false });
  });
});

describe('a version', () => {
  test('is made only if the content changed', async () => {
    const { lastVersion } = await publish('pets', { text: textOf('A') });
    expect((await publish('pets', { text: textOf('A') })).lastVersion).toBe(lastVersion);
    clock.advance(1000);
    const changed = await publish('pets', { text: textOf('B') });
    expect(changed.updatedAt).toBe(clock.now().toISOString());
    const { items, count } = await get('pets/versions');
    expect([count, items.map(({ id }: { id: string }) => id)]).toEqual([
      2,
      [changed.lastVersion, lastVersion],
    ]);
    expect((await get(`pets/versions/${lastVersion}/content`)).filesystem[0].specification.info.title).toBe(
      'A',
    );
    await publish('pets', { text: textOf('A') });
    expect([await countVersions('pets'), await countContents()]).toEqual([3, 2]);
    const page = await get('pets/versions?limit=2');
    expect((await get(`pets/versions?limit=2&page=${page.next.page}`)).items).toMatchObject([
      { id: lastVersion },
    ]);
  });

  test('that does not exist is not found', async () => {
    await put('pets', { text: textOf('A') });
    for (const id of ['latest', 'nonsense', app.organizationId]) {
      const response = await app.request('GET', `${specs}/pets/versions/${id}`);
      expect(response.json().error.reason).toBe('openapi-spec-version-not-found');
    }
  });

  test('stays when a later source is broken', async () => {
    const { lastVersion } = await publish('pets', { text: textOf('A') });
    const broken = await publish('pets', { text: 'openapi: 3.1.0\ninfo: [\n' });
    expect(broken).toMatchObject({
      processingState: 'complete',
      lastVersion,
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessedErrors: [{ code: 'syntax', severity: 'error', line: 3, column: 1 }],
    });
    const mended = await publish('pets', { text: textOf('B') });
    expect(mended.lastProcessErrorCode).toBeUndefined();
    expect(mended.lastProcessedErrors).toEqual([]);
  });

  test('has warnings, of which the first hundred are told', async () => {
    const paths = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`path${at}`, {}]));
    const spec = await publish('pets', { text: JSON.stringify(specOf('A', { paths })) });
    expect(spec.lastProcessErrorCode).toBeUndefined();
    expect([spec.lastProcessedErrors.length, spec.lastProcessedErrorCount]).toEqual([100, 150]);
    expect(spec.lastProcessedErrors[0]).toMatchObject({ code: 'invalid-path', severity: 'warning', line: 1 });
  });

  const titlesOf = async (slug: string): Promise<string[]> => {
    const titles: string[] = [];
    for (const { url } of (await get(`${slug}/versions`)).items)
      titles.push((await app.request('GET', new URL(url).pathname)).json().info.title);
    return titles;
  };

  test('is made of each of several sources that are sent at once, in their order', async () => {
    const names = ['A', 'B', 'C'];
    const responses = await Promise.all(names.map((name) => put('pets', { text: textOf(name) })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 201]);
    await runJobs(app);
    expect((await titlesOf('pets')).toSorted()).toEqual(names);
    for (const name of ['D', 'E', 'F']) await put('pets', { text: textOf(name) });
    await runJobs(app);
    expect((await titlesOf('pets')).slice(0, 3)).toEqual(['F', 'E', 'D']);
    expect((await get('pets')).processingState).toBe('complete');
  });

  test('is made of the others if one of several sources is no spec', async () => {
    for (const text of [textOf('A'), '{', textOf('B')]) await put('pets', { text });
    await runJobs(app);
    expect(await titlesOf('pets')).toEqual(['B', 'A']);
    const { processingState, lastProcessErrorCode, ...spec } = await get('pets');
    expect([processingState, lastProcessErrorCode, spec.lastProcessedErrorCount]).toEqual([
      'complete',
      undefined,
      1,
    ]);
    expect(spec.lastProcessedErrors).toEqual([
      {
        severity: 'warning',
        code: 'replaced-source',
        message: expect.stringMatching(/^No version was created from a source that was sent before.*: ./),
      },
    ]);
    clock.advance(1000);
    expect((await publish('pets', { text: textOf('C') })).lastProcessedErrors).toEqual([]);
  });

  test('waits for its turn with a limited number of others', async () => {
    for (let n = 0; n < 21; n += 1)
      expect((await put('pets', { text: textOf(`A${n}`) })).statusCode).toBeLessThan(300);
    const refused = await put('pets', { text: textOf('B') });
    expect([refused.statusCode, refused.json().error.reason]).toEqual([429, 'too-many-openapi-sources']);
    expect(refused.headers['retry-after']).toBe('60');
    await runJobs(app);
    expect(await countVersions('pets')).toBe(21);
  });

  test('is made of a source that was replaced while it was processed', async () => {
    await put('pets', { text: textOf('A') });
    const key = await app.context.db
      .selectFrom('openapi_spec')
      .select(['organization_id', 'spec_id'])
      .executeTakeFirstOrThrow();
    const { threads } = app.context;
    const { run } = threads;
    threads.run = async (...given) => {
      threads.run = run;
      await put('pets', { text: textOf('B') });
      return run(...given);
    };
    const job = {
      organizationId: key.organization_id,
      payload: { specId: key.spec_id },
      jobId: '',
      attempt: 1,
    };
    await app.app.jobs[OPENAPI_PROCESSING].run(job, new AbortController().signal);
    expect(await countVersions('pets')).toBe(0);
    await runJobs(app);
    expect((await get('pets/versions/latest/content')).filesystem[0].specification.info.title).toBe('B');
    expect(await titlesOf('pets')).toEqual(['B', 'A']);
  });
});

describe('a spec of a URL', () => {
  test('is fetched with the files that it refers to', async () => {
    web.content['/api/openapi.json'] = JSON.stringify(
      specOf('Pets', { paths: { '/pets': { $ref: 'paths/pets.yaml' } } }),
    );
    web.content['/api/paths/pets.yaml'] = 'get:\n  responses:\n    200: {$ref: "../shared.yaml#/Pets"}\n';
    web.content['/api/shared.yaml'] = 'Pets: {description: All pets}\n';
    const spec = await publish('pets', { url: web.url('/api/openapi.json') });
    expect(spec).toMatchObject({ sourceURL: web.url('/api/openapi.json'), lastProcessedErrors: [] });
    const content = await get('pets/versions/latest/content');
    expect(content.urls.source).toBe(web.url('/api/openapi.json'));
    const document = await app.request('GET', new URL(content.url).pathname);
    expect(document.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(document.json()).toEqual(content.filesystem[0].specification);
    expect(content.filesystem).toMatchObject([
      {
        filename: 'openapi.json',
        specification: {
          paths: { '/pets': { get: { responses: { 200: { $ref: '#/components/responses/Pets' } } } } },
          components: { responses: { Pets: { description: 'All pets' } } },
        },
      },
    ]);
    delete web.content['/api/shared.yaml'];
    expect(await publish('pets', { url: web.url('/api/openapi.json') })).toMatchObject({
      lastVersion: spec.lastVersion,
      lastProcessErrorCode: 'FETCH_ERROR',
      lastProcessedErrors: [{ code: 'unreadable-file', message: expect.stringContaining('404') }],
    });
  });

  test('that cannot be fetched says why', async () => {
    const spec = await publish('pets', { url: web.url('/nowhere') });
    expect(spec).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: 'FETCH_ERROR',
      lastProcessedErrors: [{ message: expect.stringContaining('404') }],
    });
    expect(spec.lastVersion).toBeUndefined();
  });

  test('that refers to files without end is refused', async () => {
    web.content['/chain.json'] = JSON.stringify(
      specOf('A', { components: { schemas: { A: { $ref: 'chain0.json' } } } }),
    );
    for (let at = 0; at < 20; at += 1)
      web.content[`/chain${at}.json`] = JSON.stringify({
        properties: { a: { $ref: `chain${at + 1}.json` } },
      });
    expect(await publish('pets', { url: web.url('/chain.json') })).toMatchObject({
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessedErrors: [{ message: expect.stringContaining('more than 10 files') }],
    });
    const schemas = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`A${at}`, { $ref: `many${at}.json` }]),
    );
    web.content['/many.json'] = JSON.stringify(specOf('A', { components: { schemas } }));
    web.requests.splice(0);
    expect(await publish('pets', { url: web.url('/many.json') })).toMatchObject({
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessedErrors: [{ message: expect.stringContaining('more than 5000 files') }],
    });
    expect(web.requests).toHaveLength(1);
  });

  test('may consist of very many files, which are fetched as long as there is time and room', async () => {
    const count = 150;
    const refs = (prefix: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`A${at}`, { $ref: `${prefix}${at}.json` }]),
      );
    web.content['/parts.json'] = JSON.stringify(specOf('A', { components: { schemas: refs('part') } }));
    for (let at = 0; at < count; at += 1)
      web.content[`/part${at}.json`] = JSON.stringify({ title: `T${at}` });
    const spec = await publish('pets', { url: web.url('/parts.json') });
    expect(spec).toMatchObject({ lastVersion: expect.any(String) });
    expect(web.requests).toHaveLength(count + 1);

    const fetch = (url: string, more: object = {}) =>
      fetchSpec(
        {
          config: { allowPrivateNetworks: true },
          process: async (input: SpecInput) => processSpec(input),
          signal: new AbortController().signal,
          ...more,
        },
        web.url(url),
        { etag: null, modified: null },
      );
    expect(await fetch('/parts.json', { allFilesTimeoutMs: 0 })).toMatchObject({
      code: 'FETCH_TIMEOUT',
      problems: [{ message: expect.stringContaining('within 0 seconds. Files fetched: 1.') }],
    });
    web.content['/large.json'] = JSON.stringify(specOf('A', { components: { schemas: refs('large') } }));
    const large = JSON.stringify({ description: 'a'.repeat(4_000_000) });
    for (let at = 0; at < count; at += 1) web.content[`/large${at}.json`] = large;
    web.requests.splice(0);
    expect(await fetch('/large.json')).toMatchObject({
      problems: [{ message: expect.stringContaining('larger than 20 MB in total') }],
    });
    // Four at once: the next four are not fetched after the limit.
    expect(web.requests).toHaveLength(9);
  });

  test('is fetched again after six hours, and only a change makes a version', async () => {
    const conditions: (string | undefined)[] = [];
    let title = 'A';
    web.content['/openapi.json'] = (response) => {
      const asked = response.req.headers['if-none-match'];
      conditions.push(asked);
      if (asked === `"${title}"`) response.writeHead(304).end();
      else response.setHeader('etag', `"${title}"`).end(textOf(title));
    };
    await publish('pets', { url: web.url('/openapi.json') });
    await startJob(app, OPENAPI_REFRESH);
    const pass = async (ms: number): Promise<void> => {
      clock.advance(ms);
      await runJobs(app);
    };
    await pass(5 * HOUR_MS);
    expect(conditions).toEqual([undefined]);
    await pass(HOUR_MS);
    expect(conditions).toEqual([undefined, '"A"']);
    expect((await get('pets')).lastProcessedAt).toBe(clock.now().toISOString());
    expect(await countVersions('pets')).toBe(1);
    title = 'B';
    await pass(6 * HOUR_MS);
    expect(await countVersions('pets')).toBe(2);
    await pass(6 * HOUR_MS);
    expect(conditions).toEqual([undefined, '"A"', '"A"', '"B"']);
    expect(await countVersions('pets')).toBe(2);
  });

  test('reaches no private address', async () => {
    const guarded = await buildTestApp({ beside: app, config: { allowPrivateNetworks: false } });
    web.content['/openapi.json'] = textOf('A');
    await put('pets', { url: web.url('/openapi.json') });
    await runJobs(guarded);
    expect(await get('pets')).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR' });
    expect(web.requests).toEqual([]);
    await guarded.close();
  });
});

describe('a public spec', () => {
  test('can be read by anyone as it was sent, and a private one cannot', async () => {
    const text = 'openapi: 3.0.3 # ours\ninfo: {title: Pets, version: 1.0}\npaths: {}\n';
    await publish('pets', { text });
    const read = () => app.request('GET', `${specs}/pets/published`, { token: null });
    expect((await read()).statusCode).toBe(404);
    const shown = await app.request('PATCH', `${specs}/pets`, { body: { visibility: 'public' } });
    const { published } = shown.json().urls;
    expect(published).toBe(`${app.context.config.baseUrl}${specs}/pets/published`);
    const response = await read();
    expect([response.statusCode, response.body, response.headers['content-type']]).toEqual([
      200,
      text,
      'application/yaml; charset=utf-8',
    ]);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect((await get('pets/versions/latest/content')).urls.public).toBe(published);
    const etag = response.headers.etag as string;
    const again = await app.request('GET', `${specs}/pets/published`, {
      token: null,
      headers: { 'if-none-match': etag },
    });
    expect(again.statusCode).toBe(304);
    await app.request('PATCH', `${specs}/pets`, { body: { visibility: 'private' } });
    expect((await read()).statusCode).toBe(404);
  });

  test('of a deleted organization cannot be read', async () => {
    const { organizationId, creatorId } = await addOrganization(app, {});
    const token = await addUserToken(app, creatorId);
    const path = `/v1/orgs/${organizationId}/openapi/pets`;
    await app.request('PUT', path, { token, body: { source: { text: textOf('A') } } });
    await runJobs(app);
    await app.request('PATCH', path, { token, body: { visibility: 'public' } });
    const read = () => app.request('GET', `${path}/published`, { token: null });
    expect((await read()).statusCode).toBe(200);
    await app.request('DELETE', `/v1/orgs/${organizationId}`, { token });
    expect((await read()).statusCode).toBe(404);
  });
});

test('a server that does not answer is told from one that answers wrongly', async () => {
  web.content['/silent.json'] = () => {};
  web.content['/half.json'] = JSON.stringify(
    specOf('A', { components: { schemas: { A: { $ref: 'silent.json' } } } }),
  );
  const means = {
    config: app.context.config,
    process: async (input: SpecInput) => processSpec(input),
    signal: new AbortController().signal,
    timeoutMs: 100,
  };
  for (const path of ['/silent.json', '/half.json'])
    expect(await fetchSpec(means, web.url(path), { etag: null, modified: null })).toMatchObject({
      state: 'failed',
      code: 'FETCH_TIMEOUT',
    });
});

test('a spec that takes more than a thread may use says so', async () => {
  await put('pets', { text: textOf('A') });
  const { threads } = app.context;
  const { run } = threads;
  threads.run = () => Promise.reject(new ThreadLimitError('memory'));
  try {
    await runJobs(app);
  } finally {
    threads.run = run;
  }
  expect(await get('pets')).toMatchObject({
    processingState: 'complete',
    lastProcessErrorCode: 'PARSE_ERROR',
    lastProcessedErrors: [{ code: 'too-large', message: expect.stringContaining('memory') }],
  });
});

test('a spec whose processing stops the server twice is given up', async () => {
  await put('pets', { text: textOf('A') });
  const { organization_id: organizationId, spec_id: specId } = await app.context.db
    .selectFrom('openapi_spec')
    .select(['organization_id', 'spec_id'])
    .executeTakeFirstOrThrow();
  await app.app.jobs[OPENAPI_PROCESSING].giveUp?.({
    organizationId,
    payload: { specId },
    jobId: '',
    attempt: 2,
  });
  expect(await get('pets')).toMatchObject({
    processingState: 'complete',
    lastProcessErrorCode: 'PARSE_ERROR',
    lastProcessedErrors: [{ message: expect.stringContaining('stopped twice') }],
  });
});
