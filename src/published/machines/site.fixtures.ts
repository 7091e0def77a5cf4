/**
 * A site for tests of what machines read: two languages, a page with a condition, and everything that can be linked.
 */
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { type Files, putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import type { SiteVisibility } from '../../access/pointers.ts';
import type { Config } from '../../config.ts';
import { plainPng } from '../files/served-pictures.fixtures.ts';
import { buildPublishedApp } from '../published-app.ts';

export const HOST = 'sites.example.com';

const CONTENT: Files = {
  'SUMMARY.md': `* [Welcome](README.md)

## Guides

* [Install](guides/install.md)
  * [On Linux](guides/linux.md)
* [Secret plans](guides/secret.md)
* [Elsewhere](https://elsewhere.example.com/)
`,
  'README.md': `---
description: Where to begin.
---

# Welcome

Read how to [install](guides/install.md#steps), or the [plans](guides/secret.md).

{% if visitor.claims.plan == "pro" %}
For professionals.
{% endif %}

{% include ".gitbook/includes/note.md" %}

![](picture.png)
`,
  '.gitbook/includes/note.md': 'A note about [Linux](../../guides/linux.md).\n',
  'guides/install.md': '---\nhidden: false\n---\n\n## Steps\n\nDone. See [this](#steps).\n',
  'guides/linux.md': '---\nnoRobotsIndex: true\n---\n\n# On Linux\n\nType.\n',
  'guides/secret.md': '---\nif: visitor.claims.plan == "pro"\n---\n\n# Secret plans\n\nTo rule the world.\n',
  'picture.png': plainPng({ width: 600, height: 4 }),
  '.gitbook.yaml': 'redirects:\n  old/place: guides/install.md\n',
};

export interface SiteGround {
  app: TestApp;
  published: FastifyInstance;
  /** With the content above. */
  spaceId: string;
  now: () => Date;
  setNow(time: Date): void;
  visit(path: string, headers?: Record<string, string>): Promise<Visited>;
  addPublishedSite(options?: SiteOptions): Promise<{ siteId: string; path: string }>;
  changeSite(siteId: string, values: object): Promise<void>;
  /** Proves that the site has the hostname. */
  proveHostname(siteId: string, hostname: string): Promise<void>;
  /** A token of a visitor, signed with the key of the site. */
  signVisitor(siteId: string, claims?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

interface Visited {
  status: number;
  location: string | undefined;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
  cookie: string;
}

interface SiteOptions {
  title?: string;
  visibility?: SiteVisibility;
  spaceIds?: string[];
  isPublished?: boolean;
}

export async function buildSiteGround(config: Partial<Config> = {}): Promise<SiteGround> {
  let time = new Date('2026-03-01T10:00:00.000Z');
  const app = await buildTestApp({ clock: () => time, config: { sitesUrl: `https://${HOST}`, ...config } });
  const published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  const spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, CONTENT);

  async function changeSite(siteId: string, values: object): Promise<void> {
    await app.context.transact(async ({ trx, announce }) => {
      await trx.updateTable('site').set(values).where('site_id', '=', siteId).execute();
      announce({ kind: 'site', siteId });
    });
  }

  return {
    app,
    published,
    spaceId,
    now: () => time,
    setNow(next) {
      time = next;
    },
    async visit(path, headers = {}) {
      const answer = await published.inject({
        method: 'GET',
        url: path,
        headers: { host: HOST, ...headers },
      });
      return {
        status: answer.statusCode,
        location: answer.headers.location,
        headers: answer.headers,
        text: answer.body,
        bytes: answer.rawPayload,
        cookie: [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '',
      };
    },
    async addPublishedSite({ title = 'The manual', isPublished = true, ...options } = {}) {
      const siteId = await addSite(app, { title, spaceIds: [spaceId], isPublished, ...options });
      const pointer = await app.context.pointers.sites.find(siteId);
      return { siteId, path: `/${pointer?.basename}` };
    },
    changeSite,
    async proveHostname(siteId, hostname) {
      await changeSite(siteId, { hostname, hostname_verified_at: time });
      await app.context.transact(async ({ trx, announce }) => {
        const row = {
          kind: 'hostname',
          name: hostname,
          organization_id: app.organizationId,
          site_id: siteId,
        };
        await trx.insertInto('site_address').values(row).execute();
        announce({ kind: 'site-address', address: 'hostname', name: hostname });
      });
    },
    async signVisitor(siteId, claims = {}) {
      const auth = `/v1/orgs/${app.organizationId}/sites/${siteId}/publishing/auth`;
      const { privateKey } = (await app.request('GET', auth)).json();
      const exp = Math.floor(time.getTime() / 1000) + 3600;
      return new SignJWT({ exp, ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(privateKey));
    },
    async close() {
      await published.close();
      await app.close();
    },
  };
}
