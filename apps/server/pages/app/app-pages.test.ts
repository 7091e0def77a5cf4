import type { LightMyRequestResponse } from 'fastify';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { putContent } from '../../../../test/content.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSpace,
  grantRole,
} from '../../../../test/factories.ts';
import { signIn } from '../../../../test/session.ts';

let app: TestApp;
let cookie: string;
let spaceId: string;
/** Ids of pages by title. */
const pages: Record<string, string> = {};

interface ListedPage {
  id: string;
  title: string;
  pages?: ListedPage[];
}

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://files.example', allowPrivateNetworks: true } });
  cookie = await signIn(app, app.adminToken);
  spaceId = await addSpace(app, { title: 'Guides & <more>' });
  await putContent(app, spaceId, {
    'README.md': '---\ndescription: Where to begin\n---\n\n# Welcome\n\nHello *there*.\n',
    'SUMMARY.md': `# Table of contents

* [Welcome](README.md)
* [Install](install/README.md)
  * [On Linux](install/linux.md "Linux")
* [Elsewhere](https://example.com/a?b=1&c=2)
`,
    'install/README.md': '# Install\n\nSee [Linux](linux.md#first-step) and [gone](gone.md).\n',
    'install/linux.md': '# On Linux\n\n## First step\n\n![A picture](../.gitbook/assets/a%20b.svg)\n',
    '.gitbook/assets/a b.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>',
  });
  const listed = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  const note = ({ id, title, pages: below = [] }: ListedPage): void => {
    pages[title] = id;
    below.forEach(note);
  };
  listed.pages.forEach(note);
});
afterAll(() => app?.close());

const get = (url: string, as = cookie): Promise<LightMyRequestResponse> =>
  app.request('GET', url, { token: null, headers: { cookie: as } });

async function show(url: string, as = cookie): Promise<string> {
  const response = await get(url, as);
  expect(response.statusCode, url).toBe(200);
  expect(parseErrors(response.body)).toEqual([]);
  return response.body;
}

function parseErrors(page: string): string[] {
  const errors: string[] = [];
  parse(page, { onParseError: ({ code }) => errors.push(code) });
  return errors;
}

const linksIn = (page: string): string[] =>
  [...page.matchAll(/href="([^"]+)"/g)].map((match) => (match[1] as string).replaceAll('&amp;', '&'));

/** The document in which a script shows the console. */
const CONSOLE = '<div id="console"></div>';

describe('the address that a response of the API gives leads to the console', () => {
  const addressOf = async (url: string): Promise<string> => {
    const { urls } = (await app.request('GET', url)).json();
    const { baseUrl } = app.context.config;
    expect(urls.app).toMatch(new RegExp(`^${baseUrl}/app/`));
    return urls.app.slice(baseUrl.length);
  };

  test.each([
    ['an organization', async () => `/v1/orgs/${app.organizationId}`],
    ['a collection', async () => `/v1/collections/${await addCollection(app)}`],
    ['a space', async () => `/v1/spaces/${spaceId}`],
    ['a page', async () => `/v1/spaces/${spaceId}/content/page/${pages.Welcome}`],
    ['a revision', async () => `/v1/spaces/${spaceId}/content`],
  ])('for %s', async (_what, url) => {
    expect(await show(await addressOf(await url()))).toContain(CONSOLE);
  });

  test('for a page within a revision and within a change request', async () => {
    const revision = await addressOf(`/v1/spaces/${spaceId}/content`);
    expect(await show(`${revision}/${pages.Welcome}`)).toContain(CONSOLE);
    const made = await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
    const { id, number } = made.json();
    for (const named of [id, number])
      expect(await show(`/app/s/${spaceId}/change-requests/${named}/${pages.Welcome}`)).toContain(CONSOLE);
  });
});

test.each(['', '/trash', '/revisions'])('the console shows a space: %s', async (part) => {
  expect(await show(`/app/s/${spaceId}${part}`)).toContain(CONSOLE);
});

test('the console may run its own scripts and styles, and nothing else', async () => {
  const { headers, body } = await get(`/app/s/${spaceId}`);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/i);
  for (const link of [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string))
    expect((await get(link)).statusCode, link).toBe(200);
});

describe('what may not be seen', () => {
  test.each([
    [
      'another organization',
      () => addOrganization(app).then(({ organizationId }) => `/app/o/${organizationId}`),
    ],
    ['a malformed id', async () => '/app/s/nonsense'],
    ['an address that means nothing', async () => '/app/nothing/here'],
  ])('is said by the console: %s', async (_what, address) => {
    const response = await get(await address());
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
    expect(response.body).toContain(CONSOLE);
  });

  test('is an address that means nothing, after signing in', async () => {
    const { statusCode, headers } = await app.server.inject({ url: '/app/nothing/here' });
    expect([statusCode, headers.location]).toEqual([
      303,
      expect.stringMatching(/\/app\/sign-in\?to=%2Fapp%2Fnothing%2Fhere$/),
    ]);
  });

  test('is a space by whoever has no role on it', async () => {
    const { token } = await addMember(app, { role: null });
    const guest = await signIn(app, token);
    expect((await get(`/app/s/${spaceId}`, guest)).statusCode).toBe(404);
  });

  test('is a collection by whoever has a role on another one', async () => {
    const outer = await addCollection(app, { title: 'Nobody’s' });
    const inner = await addCollection(app, { title: 'Granted', parentId: outer });
    const { token, userId } = await addMember(app, { role: null });
    await grantRole(app, { userId, collectionId: inner, role: 'read' });
    const guest = await signIn(app, token);
    expect((await get(`/app/c/${outer}`, guest)).statusCode).toBe(404);
    expect(await show(`/app/c/${inner}`, guest)).toContain(CONSOLE);
  });

  test('is a deleted space, but for its administrators', async () => {
    const deleted = await addSpace(app, { title: 'Old' });
    await app.request('DELETE', `/v1/spaces/${deleted}`);
    expect(await show(`/app/s/${deleted}`)).toContain(CONSOLE);
    const { token } = await addMember(app, { role: 'read' });
    expect((await get(`/app/s/${deleted}`, await signIn(app, token))).statusCode).toBe(404);
  });
});

test('nothing runs, nothing is loaded from elsewhere, nobody frames or keeps a page', async () => {
  for (const url of ['/app/sign-in']) {
    const { headers, body } = await get(url);
    expect(headers['content-security-policy'], url).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toMatch(/^(?:private, no-cache|no-store)$/);
    expect(headers['access-control-allow-origin']).toBe(new URL(app.context.config.baseUrl).origin);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
  }
});

test('the reference of the API knows nothing of these pages', async () => {
  const { paths } = (await app.request('GET', '/v1/openapi.json')).json();
  expect(Object.keys(paths).filter((path) => path.startsWith('/app'))).toEqual([]);
});

test('the style sheet and the icon are there', async () => {
  for (const link of linksIn(await show('/app/sign-in')).filter((one) => one.includes('.'))) {
    expect((await get(link, '')).statusCode, link).toBe(200);
  }
});
