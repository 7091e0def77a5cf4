import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addOrganization, addUserToken } from '../../../../../test/factories.ts';
import { createGate } from '../../../../../test/gate.ts';
import { countWaiting } from '../../../../../test/locks.ts';
import { encode, honestResponse, newXmlId } from '../../../../../test/saml-forger.ts';
import { FORGERIES } from '../../../../../test/saml-forgeries.ts';
import {
  addSsoProvider,
  answerTo,
  begin,
  bring,
  reasonOn,
  SsoBrowser,
  type SsoProvider,
} from '../../../../../test/sso-browser.ts';
import { makeCertificate } from '../../../../../test/x509.ts';

const clock = createTestClock();
let app: TestApp;
let provider: SsoProvider;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  provider = await addSsoProvider(app, { defaultRole: 'edit' });
});
afterAll(() => app?.close());

const response = (requestId: string, to = provider) => answerTo(app, to, requestId);
const countSessions = async (): Promise<number> =>
  (await app.context.db.selectFrom('user_session').select('session_id').execute()).length;

/** The same request, answered as it should be, signs in: nothing but the flaw was refused. */
async function expectOpen(browser: SsoBrowser, xml: string, to = provider): Promise<void> {
  const brought = await bring(browser, to, xml);
  expect(brought.statusCode).toBe(303);
  const finished = await browser.get(brought.headers.location as string);
  expect(finished.headers.location).toBe(`${app.context.config.baseUrl}/app`);
  expect((await browser.get('/app')).statusCode).toBe(200);
}

describe('a forged response signs no user in, explains why, and leaves the request open for the real one', () => {
  test.each(FORGERIES.map((one) => [one.title, one] as const))('%s', async (_title, { forge, reason }) => {
    const browser = new SsoBrowser(app);
    const before = await countSessions();
    const honest = response(await begin(browser, provider));
    const forged = await bring(browser, provider, forge(honest));
    expect(reasonOn(forged)).toBe(reason);
    expect(forged.statusCode).toBeGreaterThanOrEqual(400);
    expect(forged.statusCode).toBeLessThan(500);
    expect(forged.headers['set-cookie']).toBeUndefined();
    expect(forged.body).not.toContain('evil');
    expect(await countSessions()).toBe(before);
    await expectOpen(browser, honestResponse(honest));
  });
});

describe('an answer to', () => {
  test('a request that was never made', async () => {
    const browser = new SsoBrowser(app);
    const honest = response(await begin(browser, provider));
    const other = response(newXmlId());
    expect(reasonOn(await bring(browser, provider, honestResponse(other)))).toBe('unknown-request');
    await expectOpen(browser, honestResponse(honest));
  });

  test('a request of another provider of the organization', async () => {
    const browser = new SsoBrowser(app);
    const other = await addSsoProvider(app);
    const requestId = await begin(browser, other);
    expect(reasonOn(await bring(browser, provider, honestResponse(response(requestId))))).toBe(
      'unknown-request',
    );
    await expectOpen(browser, honestResponse(response(requestId, other)), other);
  });

  test('a request of another organization’s provider, brought to either', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const other = await addSsoProvider(app, {
      organizationId,
      token: await addUserToken(app, creatorId),
      defaultRole: 'read',
    });
    const browser = new SsoBrowser(app);
    const requestId = await begin(browser, other);
    const xml = honestResponse(answerTo(app, other, requestId, { nameId: 'other@example.com' }));
    expect(reasonOn(await bring(browser, provider, xml))).toBe('destination');
    // Issued for our provider by an identity provider that both use.
    expect(reasonOn(await bring(browser, provider, honestResponse(response(requestId))))).toBe(
      'unknown-request',
    );
    await expectOpen(browser, xml, other);
  });

  test('a request that waited too long', async () => {
    const browser = new SsoBrowser(app);
    const requestId = await begin(browser, provider);
    clock.advance(15 * 60_000);
    expect(reasonOn(await bring(browser, provider, honestResponse(response(requestId))))).toBe(
      'request-expired',
    );
    const next = await begin(browser, provider);
    clock.advance(15 * 60_000 - 1);
    await expectOpen(browser, honestResponse(response(next)));
  });

  test('a request that was answered already', async () => {
    const browser = new SsoBrowser(app);
    const requestId = await begin(browser, provider);
    const brought = await bring(browser, provider, honestResponse(response(requestId)));
    expect(reasonOn(await bring(browser, provider, honestResponse(response(requestId))))).toBe(
      'request-used',
    );
    expect((await browser.get(brought.headers.location as string)).statusCode).toBe(303);
    expect(reasonOn(await bring(browser, provider, honestResponse(response(requestId))))).toBe(
      'unknown-request',
    );
  });
});

describe('an assertion that was used', () => {
  test('is used up, before and after its request is done, in every process', async () => {
    const browser = new SsoBrowser(app);
    const xml = honestResponse(response(await begin(browser, provider)));
    const second = await buildTestApp({ beside: app });
    const elsewhere = new SsoBrowser(second);
    const brought = await bring(browser, provider, xml);
    expect(reasonOn(await bring(elsewhere, provider, xml))).toBe('replayed');
    await browser.get(brought.headers.location as string);
    expect(reasonOn(await bring(elsewhere, provider, xml))).toBe('replayed');
    expect(reasonOn(await bring(browser, provider, xml))).toBe('replayed');
    await second.close();
  });

  test('counts once, however often it comes at once', async () => {
    const browser = new SsoBrowser(app);
    const xml = honestResponse(response(await begin(browser, provider)));
    const brought = await Promise.all(Array.from({ length: 5 }, () => bring(browser, provider, xml)));
    expect(brought.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403, 403, 403]);
    expect(brought.map(reasonOn).filter((reason) => reason === 'replayed')).toHaveLength(4);
  });

  test('is forgotten by the provider that it was not made out to', async () => {
    const browser = new SsoBrowser(app);
    const other = await addSsoProvider(app);
    const honest = response(await begin(browser, provider));
    await bring(browser, provider, honestResponse(honest));
    const { id } = honest.fields;
    const same = answerTo(app, other, await begin(browser, other), { id });
    await expectOpen(browser, honestResponse(same), other);
  });
});

describe('what a provider is when the answer comes', () => {
  test('another certificate: the old one is not trusted any more', async () => {
    const browser = new SsoBrowser(app);
    const own = await addSsoProvider(app);
    const honest = response(await begin(browser, own), own);
    const next = makeCertificate();
    const url = `/v1/orgs/${own.organizationId}/saml/${own.id}`;
    await app.request('PATCH', url, { body: { certificate: next.certificate } });
    expect(reasonOn(await bring(browser, own, honestResponse(honest)))).toBe('other-certificate');
    await expectOpen(browser, honestResponse({ ...honest, idp: next }), own);
  });

  test('a certificate that has expired in the meantime says so', async () => {
    const short = makeCertificate({
      validFrom: new Date(clock.now().getTime() - 60_000),
      validTo: new Date(clock.now().getTime() + 60_000),
    });
    const own = await addSsoProvider(app, { keys: short });
    const browser = new SsoBrowser(app);
    const requestId = await begin(browser, own);
    await expectOpen(browser, honestResponse(response(requestId, own)), own);
    clock.advance(120_000);
    const late = await begin(browser, own);
    const refused = await bring(browser, own, honestResponse(response(late, own)));
    expect(reasonOn(refused)).toBe('certificate-expired');
    expect(refused.body).toContain('An administrator of the organization must enter the current one.');
  });

  test.each([
    ['changed', 'provider-changed'],
    ['deleted', 'provider-gone'],
  ] as const)(
    '%s at the moment when the answer is read: what was verified counts no more',
    async (how, reason) => {
      const own = await addSsoProvider(app);
      const browser = new SsoBrowser(app);
      const honest = response(await begin(browser, own), own);
      clock.advance(1);
      const [isLocked, isTime] = [createGate(), createGate()];
      const changing = app.context.transact(async ({ trx }) => {
        const isIt = sql`organization_id = ${own.organizationId} and provider_id = ${own.id}`;
        await sql`select 1 from saml_provider where ${isIt} for update`.execute(trx);
        isLocked.open();
        await isTime.passed;
        if (how === 'deleted') await sql`delete from saml_provider where ${isIt}`.execute(trx);
        else await sql`update saml_provider set updated_at = ${clock.now()} where ${isIt}`.execute(trx);
      });
      await isLocked.passed;
      const bringing = bring(browser, own, honestResponse(honest));
      await expect.poll(() => countWaiting(app)).toBe(1);
      isTime.open();
      await changing;
      expect(reasonOn(await bringing)).toBe(reason);
    },
  );

  test.each([
    ['deleted', 'DELETE', undefined],
    ['set back to pending', 'PATCH', { ssoURL: null }],
  ] as const)('%s: a page says so at every step', async (_what, method, body) => {
    const own = await addSsoProvider(app);
    const url = `/v1/orgs/${own.organizationId}/saml/${own.id}`;
    const browser = new SsoBrowser(app);
    const requestId = await begin(browser, own);
    const other = await begin(browser, own);
    const brought = await bring(browser, own, honestResponse(response(requestId, own)));
    expect(brought.statusCode).toBe(303);
    await app.request(method, url, body ? { body } : {});
    const steps = [
      await browser.get(own.service.startURL),
      await bring(browser, own, honestResponse(response(other, own))),
      await browser.get(brought.headers.location as string),
    ];
    expect(steps.map((step) => [step.statusCode, reasonOn(step)])).toEqual(
      Array.from({ length: 3 }, () => [404, 'provider-gone']),
    );
    expect(await countIdentitiesOf(own)).toBe(0);
  });
});

async function countIdentitiesOf({ organizationId, id }: SsoProvider): Promise<number> {
  const rows = await app.context.db
    .selectFrom('saml_identity')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', id)
    .execute();
  return rows.length;
}

describe('the form', () => {
  test('needs a field, of a size, and is a form', async () => {
    const browser = new SsoBrowser(app);
    const { acsURL } = provider.service;
    expect(reasonOn(await browser.postFromElsewhere(acsURL, {}))).toBe('not-a-response');
    expect(reasonOn(await browser.postFromElsewhere(acsURL, { SAMLResponse: 'PHg+' }))).toBe('not-xml');
    const huge = await browser.postFromElsewhere(acsURL, { SAMLResponse: 'A'.repeat(400_000) });
    expect([huge.statusCode, reasonOn(huge)]).toEqual([413, 'too-large']);
    const larger = await browser.postFromElsewhere(acsURL, { SAMLResponse: 'A'.repeat(600_000) });
    expect(larger.statusCode).toBe(413);
    const json = await app.server.inject({
      method: 'POST',
      url: new URL(acsURL).pathname,
      payload: { SAMLResponse: encode('<x/>') },
    });
    expect(json.statusCode).toBe(415);
    expect((await browser.get(acsURL)).statusCode).toBe(405);
  });
});
