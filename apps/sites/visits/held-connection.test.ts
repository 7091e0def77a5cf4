/**
 * A reader whose connection stays open: the access of each request on it is decided anew, also of one that asks whether
 * a page changed.
 */
import { Agent, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import {
  resumeOrganization,
  suspendOrganization,
} from '../../server/domains/identity/organizations/suspension.service.ts';
import { BY_OPERATOR } from '../../server/platform/access/cause.ts';
import type { SiteVisibility } from '../../server/platform/access/pointers.ts';
import { buildPublishedApp } from '../published-app.ts';

const HOST = 'sites.example.com';
const SECRET = 'To rule the world.';

let app: TestApp;
let published: FastifyInstance;
let agent: Agent;
/** The ports from which the requests of a test came. */
let ports: Set<number>;
let resume: (() => Promise<void>) | undefined;

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  for (const server of [published, app.server]) await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  published.server.closeAllConnections();
  await published.close();
  await app.close();
});
beforeEach(() => {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  ports = new Set();
});
afterEach(async () => {
  agent.destroy();
  await resume?.();
  resume = undefined;
});

interface Answer {
  status: number;
  body: string;
  tag: string | undefined;
  cookie: string | undefined;
}

/** Sends a request over the one connection of the test. */
const ask = (
  server: FastifyInstance,
  path: string,
  headers: Record<string, string | undefined>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.server.address() as AddressInfo;
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    const asked = sendRequest(
      { agent, host: '127.0.0.1', port, path, headers: { host: HOST, ...Object.fromEntries(given) } },
      (response) => {
        ports.add(response.socket.localPort as number);
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode as number,
            body,
            tag: response.headers.etag,
            cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
          }),
        );
      },
    );
    asked.on('error', reject).end();
  });

interface Setup {
  spaceId: string;
  /** The path of the site in the API. */
  site: string;
  /** The path of the site, as the reader knows it. */
  path: string;
  linkId: string | undefined;
  cookie: string | undefined;
  apiToken: string;
}

async function publish(visibility: SiteVisibility): Promise<Setup> {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': `# Plans\n\n${SECRET}\n` });
  const siteId = await addSite(app, { spaceIds: [spaceId], visibility, isPublished: true });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const pointer = await app.context.pointers.sites.find(siteId);
  let path = `/${pointer?.basename}`;
  let linkId: string | undefined;
  let jwtToken: string | undefined;
  let cookie: string | undefined;
  if (visibility === 'share-link') {
    const link = (await app.request('POST', `${site}/share-links`, { body: { name: 'Partner' } })).json();
    linkId = link.id;
    path = new URL(link.urls.published).pathname.replace(/\/$/, '');
    cookie = (await ask(published, `${path}/`, {})).cookie;
  }
  if (visibility === 'visitor-auth') {
    const { privateKey } = (await app.request('GET', `${site}/publishing/auth`)).json();
    jwtToken = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(privateKey));
    cookie = (await ask(published, `${path}/?jwt_token=${jwtToken}`, {})).cookie;
  }
  const resolved = await app.request('POST', '/v1/urls/published', {
    token: null,
    body: { url: `https://${HOST}${path}/`, visitor: jwtToken ? { jwtToken } : {} },
  });
  ports.clear();
  return { spaceId, site, path, linkId, cookie, apiToken: resolved.json().apiToken };
}

interface Ending {
  name: string;
  visibility: SiteVisibility;
  end(setup: Setup): Promise<{ statusCode: number }>;
  /** The status of the response to the reader; default: 404. */
  status?: number;
}

const ENDINGS: Ending[] = [
  {
    name: 'the share link is turned off',
    visibility: 'share-link',
    end: ({ site, linkId }) =>
      app.request('PATCH', `${site}/share-links/${linkId}`, { body: { active: false } }),
  },
  {
    name: 'the share link is deleted',
    visibility: 'share-link',
    end: ({ site, linkId }) => app.request('DELETE', `${site}/share-links/${linkId}`),
  },
  {
    name: 'the key is replaced without an overlap',
    visibility: 'visitor-auth',
    end: ({ site }) =>
      app.request('POST', `${site}/publishing/auth/regenerate`, { body: { overlapSeconds: 0 } }),
    status: 401,
  },
  {
    name: 'the site asks visitors to sign in',
    visibility: 'public',
    end: ({ site }) => app.request('PATCH', site, { body: { visibility: 'visitor-auth' } }),
    status: 401,
  },
  ...(['public', 'share-link', 'visitor-auth'] as const).flatMap((visibility): Ending[] => [
    {
      name: `a ${visibility} site is unpublished`,
      visibility,
      end: ({ site }) => app.request('POST', `${site}/unpublish`),
    },
    {
      name: `a ${visibility} site is deleted`,
      visibility,
      end: ({ site }) => app.request('DELETE', site),
    },
    {
      name: `the space of a ${visibility} site is deleted`,
      visibility,
      end: ({ spaceId }) => app.request('DELETE', `/v1/spaces/${spaceId}`),
    },
    {
      name: `the organization of a ${visibility} site is suspended`,
      visibility,
      end: async () => {
        await suspendOrganization(app.context, BY_OPERATOR, {
          organizationId: app.organizationId,
          reason: 'Unpaid',
        });
        resume = () => resumeOrganization(app.context, BY_OPERATOR, app.organizationId);
        return { statusCode: 204 };
      },
    },
  ]),
];

describe('the next request on a held connection is refused once', () => {
  test.each(ENDINGS)('$name: a browser', async ({ visibility, end, status = 404 }) => {
    const setup = await publish(visibility);
    const { path, cookie } = setup;
    const first = await ask(published, `${path}/`, { cookie });
    expect(first.status).toBe(200);
    expect(first.body).toContain(SECRET);
    const held = { cookie, 'if-none-match': first.tag };
    expect((await ask(published, `${path}/`, held)).status).toBe(304);

    expect((await end(setup)).statusCode).toBeLessThan(300);
    for (const headers of [held, { cookie }, { cookie, 'if-none-match': '*' }]) {
      const next = await ask(published, `${path}/`, headers);
      expect(next.status).toBe(status);
      expect(next.body).not.toContain(SECRET);
      expect(next.tag).toBeUndefined();
    }
    expect(ports.size).toBe(1);
  });

  test.each(ENDINGS)('$name: a renderer', async ({ visibility, end, name }) => {
    const setup = await publish(visibility);
    const { site, spaceId, apiToken } = setup;
    const authorization = `Bearer ${apiToken}`;
    const { revision } = (await app.request('GET', `/v1/spaces/${spaceId}`, { token: apiToken })).json();
    const { pages } = (
      await app.request('GET', `/v1/spaces/${spaceId}/content/pages`, { token: apiToken })
    ).json();
    const paths = [
      `/v1/spaces/${spaceId}/revisions/${revision}`,
      `/v1/spaces/${spaceId}/revisions/${revision}/page/${pages[0].id}/document?evaluated=deterministic-only`,
      `/v1/spaces/${spaceId}/content/page/${pages[0].id}?format=markdown`,
      // A site whose only space was deleted still exists, without the space.
      ...(name.startsWith('the space') ? [] : [`${site}/published`]),
    ];
    const tags = new Map<string, string | undefined>();
    for (const path of paths) {
      const first = await ask(app.server, path, { authorization });
      expect(first.status, path).toBe(200);
      expect(first.tag, path).toBeDefined();
      const again = await ask(app.server, path, { authorization, 'if-none-match': first.tag });
      expect(again.status, path).toBe(304);
      tags.set(path, first.tag);
    }

    expect((await end(setup)).statusCode).toBeLessThan(300);
    for (const path of paths) {
      for (const tag of [tags.get(path), undefined, '*']) {
        const next = await ask(app.server, path, { authorization, 'if-none-match': tag });
        expect([401, 404], path).toContain(next.status);
        expect(next.body).not.toContain(SECRET);
      }
    }
    expect(ports.size).toBe(1);
  });
});
