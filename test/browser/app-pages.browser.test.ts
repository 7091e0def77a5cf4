import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { findFreePort } from '../free-port.ts';
import { launchChromium } from './chromium.ts';
import { signOut } from './console.ts';

const RUN = "console.log('script ran')";

let browser: Browser;
let app: TestApp;
let sites: ReturnType<typeof buildPublishedApp>;
/** Another origin, which notes what it is asked. */
let elsewhere: Server;
let elsewhereUrl: string;
let page: Page;
let ran: string[];
let asked: string[];
let spaceId: string;

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const portOf = (address: AddressInfo | string | null): number => (address as AddressInfo).port;

beforeAll(async () => {
  browser = await launchChromium();
  const [port, sitesPort] = [await findFreePort(), await findFreePort()];
  app = await buildTestApp({
    config: { baseUrl: `http://127.0.0.1:${port}`, sitesUrl: `http://127.0.0.1:${sitesPort}` },
  });
  sites = buildPublishedApp({ log: app.context.log, ...app.app.published });
  await sites.listen({ port: sitesPort, host: '127.0.0.1' });
  await app.server.listen({ port, host: '127.0.0.1' });
  elsewhere = createServer((request, response) => {
    asked.push(String(request.url));
    response.setHeader('access-control-allow-origin', '*');
    response.end(RUN);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  elsewhereUrl = `http://127.0.0.1:${portOf(elsewhere.address())}`;

  spaceId = await addSpace(app, { title: 'Guides' });
  await putContent(app, spaceId, {
    'README.md': '# Welcome\n\nSee [the steps](install.md#first-step).\n',
    'SUMMARY.md':
      '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n* [Hostile](hostile.md)\n',
    'install.md': `# Install\n\n${'Words.\n\n'.repeat(100)}## First step\n\n![A picture](.gitbook/assets/a.svg)\n`,
    '.gitbook/assets/a.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>',
    'hostile.md': `---
description: '</title><script>${RUN}</script>'
---

# Hostile <script>${RUN}</script>

<script>${RUN}</script>
<script src="${elsewhereUrl}/script"></script>
<img src="x" onerror="${RUN}">
<iframe src="${elsewhereUrl}/frame"></iframe>
<style>@import url(${elsewhereUrl}/style)</style>
<form action="${elsewhereUrl}/form"><button>Send</button></form>

![](${elsewhereUrl}/picture.png "x")

<figure><img src="${elsewhereUrl}/figure.png" alt='" onerror="${RUN}'></figure>

[script](javascript:console.log%28'script%20ran'%29) [data](data:text/html,<script>${RUN}</script>)
[spaced](<java\tscript:${RUN}>) [vb](vbscript:x) <a href="javascript:${RUN}">html</a>

{% embed url="javascript:${RUN}" %}

{% embed url="${elsewhereUrl}/embed" %}

{% code title="</pre><script>${RUN}</script>" %}
\`\`\`"><script>${RUN}</script>
</code><script>${RUN}</script>
\`\`\`
{% endcode %}

{% tabs %}
{% tab title="<img src=x onerror=${RUN}>" %}
{{7*7}}
{% endtab %}
{% endtabs %}
`,
  });
});
afterAll(async () => {
  await browser?.close();
  elsewhere?.close();
  await sites?.close();
  await app?.close();
});
beforeEach(async () => {
  // A context of its own: nobody is signed in.
  page = await browser.newPage();
  ran = [];
  asked = [];
  page.on('console', (message) => {
    if (message.text() === 'script ran') ran.push(message.text());
  });
});
afterEach(() => page.close());

async function signIn(url: string): Promise<void> {
  await page.goto(url);
  await page.getByText('Use an API token').click();
  await page.getByLabel('API token').fill(app.adminToken);
  await page.getByRole('button', { name: 'Sign in with token' }).click();
  await page.waitForURL((at) => !at.pathname.startsWith('/app/sign-in'));
}

/** The address of a page in the present revision, which the console shows as the service renders it. */
async function addressOfVersion(title: string): Promise<string> {
  const { id, pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content`)).json();
  const page = pages.find((one: { title: string }) => one.title.startsWith(title));
  return `${app.context.config.baseUrl}/app/s/${spaceId}/revisions/${id}/${page.id}`;
}

describe('a browser', () => {
  it('signs in, walks from the organization to a page and an earlier version of it, and signs out', async () => {
    const { baseUrl } = app.context.config;
    await signIn(`${baseUrl}/app/o/${app.organizationId}`);
    await page.waitForURL(`${baseUrl}/app/o/${app.organizationId}`);
    await page.getByRole('main').getByRole('link', { name: 'Guides' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    await page.goto(await addressOfVersion('Install'));
    const picture = page.locator('article img');
    await picture.scrollIntoViewIfNeeded();
    await vi.waitFor(async () => expect(await picture.evaluate('document.images[0].naturalWidth')).toBe(40));
    await signOut(page);
    await page.waitForURL(`${baseUrl}/app/sign-in`);
    await page.goto(`${baseUrl}/app/s/${spaceId}`);
    expect(page.url()).toContain('/app/sign-in?to=');
  });

  it('is told of a wrong token, and can try again', async () => {
    await page.goto(`${app.context.config.baseUrl}/app/s/${spaceId}`);
    await page.getByText('Use an API token').click();
    await page.getByLabel('API token').fill('lct_wrong');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toContain('unknown');
    await page.getByLabel('API token').fill(app.adminToken);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/s/${spaceId}`);
  });

  it('has no cookie that a script could read, and its style sheet holds', async () => {
    await signIn(`${app.context.config.baseUrl}/app`);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.goto(`${app.context.config.baseUrl}/app/reset-password/no-ticket`);
    expect(await page.evaluate('getComputedStyle(document.querySelector(".bar")).display')).toBe('flex');
  });
});

describe('a hostile document', () => {
  const open = async (): Promise<void> => {
    await signIn(await addressOfVersion('Hostile'));
    await page.locator('article').waitFor();
    await page.waitForTimeout(300);
  };

  it('runs nothing and loads nothing from elsewhere', async () => {
    await open();
    expect(await page.locator('article').textContent()).toContain('{{7*7}}');
    expect(ran).toEqual([]);
    expect(asked).toEqual([]);
    const elements =
      'document.querySelectorAll("article script, iframe, object, embed, style, article form, article img").length';
    expect(await page.evaluate(elements)).toBe(0);
    const handlers =
      '[...document.querySelectorAll("article *")].flatMap((one) => one.getAttributeNames()).filter((name) => /^on|^style$/.test(name))';
    expect(await page.evaluate(handlers)).toEqual([]);
  });

  it('has no link that is anything but a place in the web or here', async () => {
    await open();
    const protocols = '[...new Set([...document.links].map((link) => link.protocol))]';
    expect(await page.evaluate(protocols)).toEqual(['http:']);
  });

  it('could not load or run anything even if its markup got through', async () => {
    await open();
    const violations = page.evaluate(`new Promise((resolve) => {
      const seen = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        seen.push(effectiveDirective);
        if (seen.length === 4) resolve(seen.sort());
      });
      for (const [tag, name, value] of [
        ['img', 'src', '${elsewhereUrl}/picture'],
        ['script', 'src', '${elsewhereUrl}/script'],
        ['iframe', 'src', '${elsewhereUrl}/frame'],
        ['a', 'onclick', '1'],
      ]) {
        const element = document.createElement(tag);
        element.setAttribute(name, value);
        document.body.append(element);
        if (tag === 'a') element.click();
      }
    })`);
    expect(await violations).toEqual(['frame-src', 'img-src', 'script-src-attr', 'script-src-elem']);
    expect(asked).toEqual([]);
  });
});
