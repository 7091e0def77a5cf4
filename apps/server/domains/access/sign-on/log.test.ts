import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { encode, honestResponse } from '../../../../../test/saml-forger.ts';
import { addSsoProvider, answerTo, begin, bring, SsoBrowser } from '../../../../../test/sso-browser.ts';
import { type App, buildApp } from '../../../app/app.ts';
import { createLog } from '../../../platform/log.ts';
import { createScrubber } from '../../../platform/log-scrubbing.ts';
import { newTicket } from './sign-on-tickets.ts';

let app: TestApp;
/** The same app, which logs all that it can. */
let logged: App;
const lines: string[] = [];
beforeAll(async () => {
  app = await buildTestApp();
  const output = { write: (line: string) => void lines.push(line) };
  const log = createLog({ ...app.context.config, logLevel: 'trace' }, output);
  logged = await buildApp({ ...app.context, log });
});
afterAll(async () => {
  await logged?.server.close();
  await app?.close();
});

test('a refusal is logged with its reason and its details, and without the message', async () => {
  const provider = await addSsoProvider(app);
  const browser = new SsoBrowser({ server: logged.server, context: app.context });
  const honest = answerTo(app, provider, await begin(browser, provider));
  const xml = honestResponse({ ...honest, fields: { ...honest.fields, audience: 'https://other.example' } });
  const refused = await bring(browser, provider, xml);
  expect(refused.body).not.toContain('other.example');
  const line = lines.map((one) => JSON.parse(one)).find(({ msg }) => msg === 'sign-on refused');
  expect(line).toMatchObject({
    reason: 'audience',
    detail: 'https://other.example',
    organizationId: provider.organizationId,
    samlProviderId: provider.id,
    requestId: refused.headers['x-request-id'],
  });

  const brought = await bring(browser, provider, honestResponse(honest));
  await browser.get(brought.headers.location as string);
  const all = lines.join('');
  const { searchParams } = new URL(brought.headers.location as string);
  const [, secret] = (searchParams.get('ticket') as string).split('.');
  expect(all).toContain('/finish');
  for (const kept of [xml, encode(xml).slice(0, 40), 'ada@example.com', secret as string]) {
    expect(all).not.toContain(kept);
  }
  for (const value of browser.cookies.values()) expect(all).not.toContain(value);
});

test('no line of the log contains the ticket of a browser', () => {
  const scrub = createScrubber([]);
  const { text } = newTicket(`_${'0f'.repeat(16)}`);
  const secret = text.slice(text.indexOf('.') + 1);
  for (const url of [
    `/sso/saml/1/2/finish?ticket=${text}`,
    `/app/sign-in?to=${encodeURIComponent(`/app/connect/1/2?ticket=${text}`)}`,
    `/app/connect/1/2?ticket=${text.replace('.', '%2E')}`,
  ]) {
    expect(url).toContain(secret);
    expect(scrub(JSON.stringify({ url }))).not.toContain(secret);
    expect(scrub(JSON.stringify({ url }))).toContain('_0f0f');
  }
});
