import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount, PASSWORD, turnOnSecondFactor } from '../../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createAuthenticator } from '../../../../../../test/authenticator.ts';
import { createTestClock } from '../../../../../../test/clock.ts';

const PARTY = { origin: 'https://docs.example', rpId: 'docs.example' };

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    clock: clock.now,
    config: { baseUrl: PARTY.origin, sitesUrl: 'https://files.example', smtpUrl: 'smtp://127.0.0.1:1' },
  });
});
afterAll(() => app.close());
beforeEach(() => clock.advance(60_000));

let lastAddress = 0;
/** From an address of its own, so that it meets no rate limit. */
function post(url: string, body?: object) {
  lastAddress += 1;
  return app.server.inject({
    method: 'POST',
    url,
    remoteAddress: `10.0.${lastAddress >> 8}.${lastAddress & 255}`,
    ...(body ? { payload: body } : {}),
  });
}

const begin = (token: string, password = PASSWORD) =>
  app.request('POST', '/v1/user/passkeys/options', { token, body: { password } });

async function addPasskey(token: string, authenticator = createAuthenticator(PARTY)) {
  const { ceremony, options } = (await begin(token)).json();
  const body = { ceremony, response: authenticator.create(options), title: 'Phone' };
  return { authenticator, body, added: await app.request('POST', '/v1/user/passkeys', { token, body }) };
}

async function addWithPasskey() {
  const user = await addAccount(app);
  return { ...user, ...(await addPasskey(user.token)) };
}

const question = async () => (await post('/v1/session/passkey-options')).json();
const answer = (body: object) => post('/v1/session/passkey', body);

async function signIn(authenticator: ReturnType<typeof createAuthenticator>) {
  const { ceremony, options } = await question();
  return answer({ ceremony, response: authenticator.get(options) });
}

test('a passkey signs in without a password, also where a second factor is on', async () => {
  const user = await addWithPasskey();
  expect(user.added.statusCode).toBe(201);
  expect(user.added.json()).toMatchObject({ object: 'passkey', title: 'Phone' });
  await app.context.db.updateTable('user_account').set({ email_verified_at: clock.now() }).execute();
  await turnOnSecondFactor(app, user.token);
  const signedIn = await signIn(user.authenticator);
  expect(signedIn.statusCode).toBe(204);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
  const session = await app.request('GET', '/v1/session', { token: null, headers: { cookie } });
  expect(session.json()).toMatchObject({ method: 'passkey', user: { id: user.userId } });
  expect((await signIn(user.authenticator)).statusCode).toBe(204);
  const { items } = (await app.request('GET', '/v1/user/passkeys', { token: user.token })).json();
  expect(items).toMatchObject([{ title: 'Phone', lastUsedAt: clock.now().toISOString() }]);
});

test('passkeys are named, renamed, and removed with the password', async () => {
  const user = await addWithPasskey();
  const url = `/v1/user/passkeys/${user.added.json().id}`;
  const { token } = user;
  const renamed = await app.request('PATCH', url, { token, body: { title: 'Tablet' } });
  expect(renamed.json()).toMatchObject({ title: 'Tablet' });
  expect((await app.request('DELETE', url, { token, body: { password: 'wrong' } })).statusCode).toBe(403);
  const { token: other } = await addAccount(app);
  expect((await app.request('DELETE', url, { token: other, body: { password: PASSWORD } })).statusCode).toBe(
    404,
  );
  expect((await app.request('PATCH', url, { token: other, body: { title: 'Mine' } })).statusCode).toBe(404);
  expect((await app.request('DELETE', url, { token, body: { password: PASSWORD } })).statusCode).toBe(204);
  expect((await signIn(user.authenticator)).statusCode).toBe(401);
  const mails = await app.context.db
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'mail.send')
    .execute();
  const mine = mails
    .map(({ payload }) => JSON.stringify(payload))
    .filter((text) => text.includes(user.email));
  expect(mine.some((text) => text.includes('passkey-added'))).toBe(true);
  expect(mine.some((text) => text.includes('passkey-removed'))).toBe(true);
});

describe('in place of the password', () => {
  const confirm = async ({ token, authenticator }: Awaited<ReturnType<typeof addWithPasskey>>) => {
    const begun = await app.request('POST', '/v1/user/passkeys/confirmation-options', { token });
    const { ceremony, options } = begun.json();
    return { ceremony, response: authenticator.get(options) };
  };

  test('a passkey confirms every change that asks for it', async () => {
    const user = await addWithPasskey();
    const { token } = user;
    const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body: object = {}) => {
      const passkey = await confirm(user);
      return (await app.request(method, url, { token, body: { ...body, passkey } })).statusCode;
    };
    await app.context.db.updateTable('user_account').set({ email_verified_at: clock.now() }).execute();
    await turnOnSecondFactor(app, token);
    expect(await send('POST', '/v1/user/totp/recovery-codes')).toBe(200);
    expect(await send('DELETE', '/v1/user/totp')).toBe(204);
    expect(await send('POST', '/v1/user/totp')).toBe(201);
    expect(await send('PUT', '/v1/user/email', { email: `changed-${user.email}` })).toBe(202);
    expect(await send('POST', '/v1/user/passkeys/options')).toBe(200);
    expect(await send('PUT', '/v1/user/password', { password: 'another long passphrase' })).toBe(204);
    expect(await send('DELETE', `/v1/user/passkeys/${user.added.json().id}`)).toBe(204);
    const none = await app.request('POST', '/v1/user/passkeys/confirmation-options', { token });
    expect(none.json().error).toMatchObject({ code: 409, reason: 'no-passkeys' });
  });

  test('it deletes the account in a session', async () => {
    const user = await addWithPasskey();
    const { ceremony, options } = await question();
    const signedIn = await answer({ ceremony, response: user.authenticator.get(options) });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
    const session = await app.request('GET', '/v1/session', { token: null, headers: { cookie } });
    const headers = { cookie, origin: PARTY.origin, 'x-lectern-csrf': session.json().csrfToken };
    const remove = (body: object) => app.request('DELETE', '/v1/users/me', { token: null, headers, body });
    expect((await remove({})).statusCode).toBe(400);
    expect((await remove({ passkey: await confirm(user) })).statusCode).toBe(204);
  });

  test('it must be a passkey of the person, asked for this, once, and answered in time', async () => {
    const [user, other] = [await addWithPasskey(), await addWithPasskey()];
    const change = (passkey: object) =>
      app.request('POST', '/v1/user/passkeys/options', { token: user.token, body: { passkey } });
    const refused = async (passkey: object): Promise<void> => {
      const response = await change(passkey);
      expect(response.statusCode).toBe(403);
      expect(response.json().error.reason).toBe('incorrect-passkey');
    };
    const used = await confirm(user);
    expect((await change(used)).statusCode).toBe(200);
    await refused(used);
    await refused(await confirm(other));
    // Of somebody else, to the question for this person.
    const { ceremony, options } = (
      await app.request('POST', '/v1/user/passkeys/confirmation-options', { token: user.token })
    ).json();
    expect(options.allowCredentials).toHaveLength(1);
    await refused({ ceremony, response: other.authenticator.get(options) });
    // The question of a sign-in.
    const asked = await question();
    await refused({ ceremony: asked.ceremony, response: user.authenticator.get(asked.options) });
    const late = await confirm(user);
    clock.advance(6 * 60_000);
    await refused(late);
    // And it signs nobody in.
    expect((await answer(await confirm(user))).statusCode).toBe(401);
  });

  test('simultaneous requests cannot share an answer', async () => {
    const user = await addWithPasskey();
    const passkey = await confirm(user);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () =>
        app.request('POST', '/v1/user/passkeys/options', { token: user.token, body: { passkey } }),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

test('adding one needs the password', async () => {
  const { token } = await addAccount(app);
  expect((await begin(token, 'wrong')).statusCode).toBe(403);
});

test('it is recorded in the organizations of the user', async () => {
  const user = await addAccount(app, { role: 'read' });
  await addPasskey(user.token);
  const events = await app.context.db
    .selectFrom('audit_event')
    .select('payload')
    .where('target_id', '=', user.userId)
    .where('action', '=', 'user.updated')
    .execute();
  expect(events).toEqual([{ payload: { after: { passkey: 'Phone' } } }]);
});

describe('refused', () => {
  test('is an answer that was sent before', async () => {
    const { authenticator, token, body } = await addWithPasskey();
    const { ceremony, options } = await question();
    const response = authenticator.get(options);
    expect((await answer({ ceremony, response })).statusCode).toBe(204);
    expect((await answer({ ceremony, response })).statusCode).toBe(401);
    // Also with a new signature, and for a new passkey.
    expect((await answer({ ceremony, response: authenticator.get(options) })).statusCode).toBe(401);
    const again = await app.request('POST', '/v1/user/passkeys', { token, body });
    expect(again.json().error).toMatchObject({ reason: 'passkey-refused' });
  });

  test('are two simultaneous answers to one question, but for one', async () => {
    const { authenticator } = await addWithPasskey();
    const { ceremony, options } = await question();
    const bodies = Array.from({ length: 4 }, () => ({ ceremony, response: authenticator.get(options) }));
    const statuses = (await Promise.all(bodies.map(answer))).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  });

  test('is an answer to another question, or too late', async () => {
    const { authenticator } = await addWithPasskey();
    const [one, other] = [await question(), await question()];
    const response = authenticator.get(one.options);
    expect((await answer({ ceremony: other.ceremony, response })).statusCode).toBe(401);
    expect((await answer({ ceremony: 'forged', response })).statusCode).toBe(401);
    clock.advance(6 * 60_000);
    expect((await answer({ ceremony: one.ceremony, response })).statusCode).toBe(401);
  });

  test.each([
    ['another origin', { origin: 'https://docs.example.evil' }],
    ['another party', { rpId: 'evil.example' }],
    ['a user who was not verified', { isVerified: false }],
    ['another account', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['a counter that went back, as that of a copy', { counter: 0 }],
  ])('is a sign-in for %s', async (_case, lie) => {
    const { authenticator } = await addWithPasskey();
    for (let n = 0; n < 3; n += 1) expect((await signIn(authenticator)).statusCode).toBe(204);
    Object.assign(authenticator.state, lie);
    const refused = await signIn(authenticator);
    expect(refused.statusCode).toBe(401);
    expect(refused.json().error.reason).toBe('passkey-not-accepted');
    expect(refused.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['another origin', { origin: 'https://docs.example.evil' }],
    ['another party', { rpId: 'evil.example' }],
    ['a user who was not verified', { isVerified: false }],
  ])('is a new passkey for %s', async (_case, lie) => {
    const { token } = await addAccount(app);
    const authenticator = createAuthenticator(PARTY);
    Object.assign(authenticator.state, lie);
    expect((await addPasskey(token, authenticator)).added.statusCode).toBe(400);
  });

  test('is a passkey of somebody else, and a question that was put to somebody else', async () => {
    const user = await addWithPasskey();
    const { token } = await addAccount(app);
    const again = await addPasskey(token, user.authenticator);
    expect(again.added.json().error).toMatchObject({ reason: 'passkey-refused' });
    const { ceremony, options } = (await begin(user.token)).json();
    const response = createAuthenticator(PARTY).create(options);
    const stolen = await app.request('POST', '/v1/user/passkeys', {
      token,
      body: { ceremony, response, title: 'Stolen' },
    });
    expect(stolen.statusCode).toBe(400);
    // The question of a sign-in adds nothing.
    const asked = await question();
    const mixed = { ceremony: asked.ceremony, response, title: 'Mixed' };
    expect((await app.request('POST', '/v1/user/passkeys', { token, body: mixed })).statusCode).toBe(400);
  });

  test('is a blocked user', async () => {
    const user = await addWithPasskey();
    await app.request('PATCH', `/v1/instance/users/${user.userId}`, { body: { blocked: true } });
    expect((await signIn(user.authenticator)).statusCode).toBe(401);
  });

  test.each([{}, { id: 1 }, { id: 'x' }, { id: 'AAAA', response: {} }])(
    'is nonsense: %j',
    async (response) => {
      const { ceremony } = await question();
      expect((await answer({ ceremony, response })).statusCode).toBe(401);
    },
  );
});
