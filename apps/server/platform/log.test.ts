import { describe, expect, test } from 'vitest';
import { buildBareTestApp, TOKEN } from '../../../test/bare-app.ts';
import { createLog } from './log.ts';
import { createScrubber } from './log-scrubbing.ts';

const SECRETS = {
  adminToken: 'an-administrators-token',
  secrets: ['the-first-secret-of-the-instance', 'the "second" secret of the instance'],
  databaseUrl: 'postgres://lectern:database-password@db/lectern',
  smtpUrl: 'smtps://mail:mail%2Fpassword@smtp.example.com',
  insightsUrl: 'http://lectern:events-password@clickhouse:8123/lectern',
  languageModel: { url: 'https://model.example.com', key: 'key-of-the-model', model: 'm', tokensPerDay: 1 },
  translation: {
    provider: 'deepl' as const,
    url: 'https://t.example.com',
    key: 'key-of-translations',
    model: undefined,
  },
};

const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJwbGFuIjoicHJvIn0.${'s1gnature'.repeat(3)}`;

/** Addresses with a secret, as they are and as a value in other addresses, encoded once, twice and three times. */
const ADDRESSES: [name: string, url: string, secret: string][] = [
  ['credentials', 'https://someone:p4ss-w0rd@git.example.com/a.git', 'p4ss-w0rd'],
  ['a token for a user', 'https://ghp_abc123@git.example.com/a.git', 'ghp_abc123'],
  ['an access token', 'https://example.com/a?limit=1&access_token=s3cr3t-value&b=2', 's3cr3t-value'],
  ['an API key', 'https://example.com/a?api_key=s3cr3t-value#b', 's3cr3t-value'],
  ['the key of a share link', 'https://example.com/docs/k-s3cr3tvalue0123456789X/page', 's3cr3tvalue'],
  ['a token of a visitor', `https://example.com/docs/?jwt_token=${JWT}`, 's1gnature'],
].flatMap(([name, url, secret]) =>
  [0, 1, 2, 3].map((times): [string, string, string] => {
    let value = url as string;
    for (let n = 0; n < times; n += 1) value = encodeURIComponent(value);
    const address = times === 0 ? value : `/v1/urls/content?limit=1&url=${value}&page=2`;
    return [`${name}, encoded ${times} times`, address, secret as string];
  }),
);

function openLog(level: string, isTTY = false) {
  const lines: string[] = [];
  const log = createLog(
    { logLevel: level, ...SECRETS },
    { isTTY, write: (line: string) => void lines.push(line) },
  );
  return { log, lines, text: () => lines.join('') };
}

describe('a line of the log', () => {
  test('is one JSON object for machines', () => {
    const { log, lines } = openLog('info');
    log.info({ pages: 3 }, 'imported');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      pages: 3,
      msg: 'imported',
    });
  });

  test('is one readable line for people, with the stack of an error below it', () => {
    const { log, lines } = openLog('info', true);
    log.warn({ pages: 3, job: 'git import' }, 'imported');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d WARN {2}imported pages=3 job=git import\n$/);
    log.error({ err: new Error('broken') }, 'request failed');
    expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d ERROR request failed\nError: broken\n {4}at .*\n/);
  });

  test.each(ADDRESSES)('never contains %s', (_name, url, secret) => {
    for (const isTTY of [false, true]) {
      const { log, text } = openLog('info', isTTY);
      log.info({ url, nested: JSON.stringify({ url }) }, `GET ${url}`);
      log.error({ err: new Error(`${url} failed`, { cause: new Error(url) }) }, 'failed');
      expect(text()).not.toContain(secret);
      expect(text()).toContain('example.com');
      if (url.startsWith('/v1')) expect(text()).toContain('&page=2');
    }
  });

  test.each([
    ['a token', { note: 'made lct_0123456789abcdefghijklmnop today' }, 'lct_0123'],
    ['the secret of a session', { note: 'kept lcs_0123456789abcdefghijklmnop today' }, 'lcs_0123'],
    [
      'what the link of a mail ends with',
      { url: '/app/reset-password/0190a000-0000-7000-8000-00000000000a.c2lnbmF0dXJlLW9mLXRoZS1saW5r' },
      'c2lnbmF0',
    ],
    [
      'the same in other letters',
      { url: '/app/x/0190A000-0000-7000-8000-00000000000A%2Ec2lnbmF0dXJlLW9mLXRoZS1saW5r?a=b' },
      'c2lnbmF0',
    ],
    [
      'the id of an invite link',
      { url: '/v1/orgs/0190a000-0000-7000-8000-00000000000a/invites/5e5a2c1e-1f0c-4d7b-9a3e-2b1c0d9e8f7a' },
      '5e5a2c1e',
    ],
    [
      'the same where administrators change it',
      {
        url: '/v1/orgs/0190a000-0000-7000-8000-00000000000a/link-invites/5e5a2c1e-1f0c-4d7b-9a3e-2b1c0d9e8f7a',
      },
      '5e5a2c1e',
    ],
    [
      'the same on the way to its page',
      {
        url: '/app/sign-in?to=%2Fapp%2Fjoin%2F0190a000-0000-7000-8000-00000000000a%2F5e5a2c1e-1f0c-4d7b-9a3e-2b1c0d9e8f7a',
      },
      '5e5a2c1e',
    ],
    ['the end of the address of a Git webhook', { url: '/v1/git/webhooks/q2f8Xw-3kZ_0123456789' }, 'q2f8Xw'],
    ['the secret of Git webhooks', { body: { webhookSecret: 'hunter2' } }, 'hunter2'],
    ['an authorization header', { note: 'Authorization: Bearer abcdefghijkl' }, 'abcdefghijkl'],
    ['basic credentials', { note: 'basic dXNlcjpwYXNz==' }, 'dXNlcjpwYXNz'],
    ['headers', { headers: { authorization: 'x "quoted" y', cookie: ['sid=1', 'b=2'] } }, /quoted|sid=1|b=2/],
    ['a password field', { options: { password: 'hunter2' } }, 'hunter2'],
    ['credentials in a URL', { url: 'https://user:p4ss:w@git.example.com/a.git' }, /user|p4ss/],
    ['a token in place of a user', { url: 'https://ghp_abc123@git.example.com/a.git' }, 'ghp_abc123'],
    ['a secret in a query', { url: '/a?limit=1&access_token=abc123&b=2' }, 'abc123'],
    ['a share key', { url: '/a?shareKey=abc123' }, 'abc123'],
    ['the administrator’s token', { note: SECRETS.adminToken }, SECRETS.adminToken],
    ['the instance’s secrets', { note: SECRETS.secrets.join(' ') }, /of the instance|of-the-instance/],
    ['a token that stands alone', { note: `verified ${JWT} in vain` }, 's1gnature'],
    [
      'fields whose names end with what they are',
      { jwtToken: 'hunter2', clientSecret: 'hunter2' },
      'hunter2',
    ],
    ['headers of other kinds', { 'x-gitlab-token': 'hunter2', 'x-api-key': 'hunter2' }, 'hunter2'],
    ['the key of the language model', { note: 'wrong key: key-of-the-model' }, 'key-of-the-model'],
    ['the key of the translations', { note: 'wrong key: key-of-translations' }, 'key-of-translations'],
    ['the database’s password', { note: 'failed: database-password' }, 'database-password'],
    ['the password of the database of events', { note: 'failed: events-password' }, 'events-password'],
    ['the mail server’s password', { note: 'failed: mail/password' }, 'mail/password'],
  ])('never holds %s', (_name, facts, secret) => {
    for (const isTTY of [false, true]) {
      const { log, text } = openLog('info', isTTY);
      log.info(facts, JSON.stringify(facts));
      log.child(facts).info('said');
      log.error({ err: new Error(JSON.stringify(facts)) }, 'failed');
      expect(text().length).toBeGreaterThan(50);
      if (typeof secret === 'string') expect(text()).not.toContain(secret);
      else expect(text()).not.toMatch(secret);
      if (!isTTY) for (const line of text().trim().split('\n')) JSON.parse(line);
    }
  });

  // Anything quadratic takes minutes at this length: the time limit of the test is the bound.
  test.each([
    ['backslashes', '\\'.repeat(300_000)],
    ['names of secrets', `?${'token'.repeat(60_000)}`],
    ['addresses', 'a://'.repeat(75_000)],
    ['quotation marks', '"token":"'.repeat(30_000)],
    ['encoded addresses', 'a%3A%2F%2F'.repeat(30_000)],
    ['encoded percent signs', '%252525'.repeat(40_000)],
    ['encoded names of secrets', `%3F${'token'.repeat(60_000)}`],
    ['beginnings of tokens', 'eyJ-'.repeat(75_000)],
    ['parts of tokens', 'eyJaaaaaaaa.'.repeat(25_000)],
  ])('is scrubbed in time that grows with its length: %s', (_name, text) => {
    const scrub = createScrubber(['a secret of the instance']);
    expect(scrub(text).length).toBeGreaterThan(0);
  });

  test('keeps text that is not secret', () => {
    const { log, text } = openLog('info');
    log.info(
      { url: 'https://git.example.com/a.git?limit=3&format=markdown', email: 'a@example.com' },
      'a basic idea',
    );
    expect(text()).toContain('https://git.example.com/a.git?limit=3&format=markdown');
    expect(text()).toContain('a@example.com');
    expect(text()).toContain('a basic idea');
  });
});

describe('requests in the log', () => {
  async function serve(level: string) {
    const opened = openLog(level);
    const app = await buildBareTestApp({
      log: opened.log,
      addRoutes: (routes) => {
        routes.get('/v1/fails', { config: { access: 'public' } }, async (request) => {
          request.log.info('about to fail');
          throw new Error('cannot reach https://user:p4ssw0rd@git.example.com');
        });
      },
    });
    const send = (method: 'GET' | 'POST', url: string) =>
      app.inject({ method, url, headers: { authorization: `Bearer ${TOKEN}`, cookie: 'session=c00kie' } });
    return { ...opened, app, send, records: () => opened.lines.map((line) => JSON.parse(line)) };
  }

  test('changes and refusals are at info with who asked, successful reads are not', async () => {
    const { send, records, app } = await serve('info');
    await send('GET', '/v1/things/a');
    const created = await send('POST', '/v1/things');
    await send('GET', '/v1/nothing?token=s3cret1');
    expect(records()).toMatchObject([
      {
        level: 'info',
        method: 'POST',
        url: '/v1/things',
        status: 201,
        tokenId: 't',
        requestId: created.headers['x-request-id'],
      },
      { level: 'info', url: '/v1/nothing?token=…', status: 404 },
    ]);
    await app.close();
  });

  test('successful reads are at debug', async () => {
    const { send, records, app } = await serve('debug');
    await send('GET', '/v1/things/a');
    expect(records()).toMatchObject([{ level: 'debug', status: 200, url: '/v1/things/a' }]);
    await app.close();
  });

  test('a failure has its stack, once, and all lines of a request carry its id', async () => {
    const { send, records, app } = await serve('info');
    const response = await send('GET', '/v1/fails');
    const lines = records();
    expect(lines).toMatchObject([
      { msg: 'about to fail' },
      { level: 'error', msg: 'request failed', err: { stack: expect.stringContaining('log.test.ts') } },
      { level: 'error', status: 500 },
    ]);
    for (const line of lines) expect(line.requestId).toBe(response.headers['x-request-id']);
    await app.close();
  });

  test('no token, cookie or credential is in it, whatever is asked', async () => {
    const { send, text, app } = await serve('trace');
    for (const url of [
      '/v1/things/a?access_token=s3cret1',
      '/v1/fails',
      `/v1/nothing/${TOKEN}`,
      '/v1/spaces/%ZZ?key=s3cret1',
    ])
      for (const method of ['GET', 'POST'] as const) await send(method, url);
    expect(text()).not.toMatch(/p4ssw0rd|s3cret1|c00kie/);
    expect(text()).not.toContain(TOKEN);
    await app.close();
  });
});
