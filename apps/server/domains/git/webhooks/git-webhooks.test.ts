import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());

const SECRET = 'the secret of the host';
const OID = 'c'.repeat(40);
const GONE = '0'.repeat(40);

interface Hook {
  spaceId: string;
  path: string;
}

async function connect(body: object = {}): Promise<Hook> {
  const spaceId = await addSpace(app);
  const response = await app.request('PUT', `/v1/spaces/${spaceId}/git`, {
    body: {
      url: 'https://git.example.com/acme/docs',
      ref: 'refs/heads/main',
      webhookSecret: SECRET,
      ...body,
    },
  });
  expect(response.statusCode, response.body).toBe(201);
  await runJobs(app);
  return { spaceId, path: new URL(response.json().urls.webhook).pathname };
}

const hmac = (text: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(text).digest('hex');

interface Webhook {
  headers: Record<string, string>;
  body: string;
}

let lastDelivery = 0;
const newDelivery = (): string => {
  lastDelivery += 1;
  return `delivery-${lastDelivery}`;
};

/** A push as each host sends it. */
const HOSTS: Record<string, (ref: string, after: string, secret?: string) => Webhook> = {
  github: (ref, after, secret) => {
    const body = JSON.stringify({ ref, after, repository: { full_name: 'acme/docs' } });
    const signature = `sha256=${hmac(body, secret)}`;
    return {
      headers: {
        'x-github-event': 'push',
        'x-hub-signature-256': signature,
        'x-github-delivery': newDelivery(),
      },
      body,
    };
  },
  gitlab: (ref, after, secret = SECRET) => ({
    headers: {
      'x-gitlab-event': 'Push Hook',
      'x-gitlab-token': secret,
      'x-gitlab-event-uuid': newDelivery(),
    },
    body: JSON.stringify({ object_kind: 'push', ref, after }),
  }),
  gitea: (ref, after, secret) => {
    const body = JSON.stringify({ ref, after });
    return {
      headers: {
        'x-gitea-event': 'push',
        'x-gitea-signature': hmac(body, secret),
        'x-gitea-delivery': newDelivery(),
        'x-github-event': 'push',
      },
      body,
    };
  },
  forgejo: (ref, after, secret) => {
    const body = JSON.stringify({ ref, after });
    return {
      headers: {
        'x-forgejo-event': 'push',
        'x-forgejo-signature': hmac(body, secret),
        'x-forgejo-delivery': newDelivery(),
      },
      body,
    };
  },
  'bitbucket cloud': (ref, after, secret) => {
    const name = ref.replace('refs/heads/', '');
    const state = { type: 'branch', name, target: { hash: after } };
    const change = after === GONE ? { old: state, new: null } : { old: null, new: state };
    const body = JSON.stringify({ push: { changes: [change] } });
    return {
      headers: {
        'x-event-key': 'repo:push',
        'x-hub-signature': `sha256=${hmac(body, secret)}`,
        'x-request-uuid': newDelivery(),
      },
      body,
    };
  },
  'bitbucket data center': (ref, after, secret) => {
    const body = JSON.stringify({ changes: [{ ref: { id: ref }, toHash: after, type: 'UPDATE' }] });
    return {
      headers: {
        'x-event-key': 'repo:refs_changed',
        'x-hub-signature': `sha256=${hmac(body, secret)}`,
        'x-request-id': newDelivery(),
      },
      body,
    };
  },
};

const send = ({ path }: Hook, { headers, body }: Webhook, contentType = 'application/json') =>
  app.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': contentType, ...headers },
    payload: body,
  });

const github = HOSTS.github as NonNullable<(typeof HOSTS)[string]>;

async function countSyncs({ spaceId }: Hook): Promise<number> {
  const { items } = (await app.request('GET', `/v1/spaces/${spaceId}/git/operations`)).json();
  return items.filter(({ trigger }: { trigger?: string }) => trigger === 'webhook').length;
}

async function setState({ spaceId }: Hook, state: object): Promise<void> {
  await app.context.db.updateTable('space_git').set(state).where('space_id', '=', spaceId).execute();
}

describe.each(Object.entries(HOSTS))('a webhook of %s', (_host, pushOf) => {
  test('of a push to the connected branch requests a sync', async () => {
    const hook = await connect();
    const response = await send(hook, pushOf('refs/heads/main', OID));
    expect(response.statusCode, response.body).toBe(202);
    expect(response.json()).toEqual({ requested: true });
    expect(await countSyncs(hook)).toBe(1);
  });

  test('of another branch, and of a tag, requests none', async () => {
    const hook = await connect();
    for (const ref of ['refs/heads/other', 'refs/tags/main']) {
      const response = await send(hook, pushOf(ref, OID));
      expect(response.statusCode).toBe(202);
      expect(response.json().requested).toBe(false);
    }
    expect(await countSyncs(hook)).toBe(0);
  });

  test('of a branch that is or was a change request requests a sync, also when it is deleted', async () => {
    const hook = await connect({ branchPattern: 'docs/*', mirrorPrefix: 'lectern/' });
    for (const [ref, after] of [
      ['refs/heads/docs/a', OID],
      ['refs/heads/lectern/1', OID],
      ['refs/heads/docs/a', GONE],
    ] as const) {
      expect((await send(hook, pushOf(ref, after))).json(), ref).toEqual({ requested: true });
      await runJobs(app);
    }
    expect(await countSyncs(hook)).toBe(3);
  });

  test('with another secret is refused and does nothing', async () => {
    const hook = await connect();
    const response = await send(hook, pushOf('refs/heads/main', OID, 'another secret'));
    expect(response.statusCode).toBe(403);
    expect(response.json().error.reason).toBe('git-webhook-not-authentic');
    expect(await countSyncs(hook)).toBe(0);
  });

  test('that is sent again does nothing', async () => {
    const hook = await connect();
    const webhook = pushOf('refs/heads/main', OID);
    await send(hook, webhook);
    await runJobs(app);
    const again = await send(hook, webhook);
    expect(again.statusCode).toBe(202);
    expect(again.json()).toEqual({ requested: false, reason: 'This delivery was already received.' });
    expect(await countSyncs(hook)).toBe(1);
  });

  test('whose body was accepted before does nothing, whatever the id of its delivery', async () => {
    const hook = await connect();
    const webhook = pushOf('refs/heads/main', OID);
    await send(hook, webhook);
    await runJobs(app);
    const { headers: others } = pushOf('refs/heads/main', OID);
    const withoutId = Object.fromEntries(
      Object.entries(webhook.headers).filter(([, value]) => !value.startsWith('delivery-')),
    );
    for (const headers of [others, withoutId]) {
      const again = await send(hook, { ...webhook, headers });
      expect(again.statusCode).toBe(202);
      expect(again.json()).toEqual({ requested: false, reason: 'This delivery was already received.' });
    }
    expect(await countSyncs(hook)).toBe(1);
  });
});

test('a recorded body that is sent as the webhook of another host does nothing', async () => {
  const hook = await connect();
  const { body } = github('refs/heads/main', OID);
  const signature = hmac(body);
  const signed: Webhook['headers'][] = [
    { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` },
    { 'x-gitea-event': 'push', 'x-gitea-signature': signature },
    { 'x-forgejo-event': 'push', 'x-forgejo-signature': signature },
  ];
  const receipts = [];
  for (const headers of signed) {
    receipts.push((await send(hook, { headers, body })).json().requested);
    await runJobs(app);
  }
  expect(receipts).toEqual([true, false, false]);
});

test('of a body that arrives several times at once, one is accepted', async () => {
  const hook = await connect();
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => send(hook, github('refs/heads/main', OID))),
  );
  expect(responses.filter((response) => response.json().requested)).toHaveLength(1);
});

test('a body that was accepted at one connection is accepted at another', async () => {
  for (const hook of [await connect(), await connect()])
    expect((await send(hook, github('refs/heads/main', OID))).json().requested).toBe(true);
});

describe('a webhook', () => {
  test('that arrives together with others requests one sync with them', async () => {
    const hook = await connect();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => send(hook, github('refs/heads/main', `${n}`.repeat(40)))),
    );
    expect(responses.map((response) => response.json().requested)).toEqual(Array(8).fill(true));
    expect(await countSyncs(hook)).toBe(1);
  });

  test('whose body was changed after it was signed is refused', async () => {
    const hook = await connect();
    const webhook = github('refs/heads/main', OID);
    const response = await send(hook, { ...webhook, body: webhook.body.replace('acme', 'evil') });
    expect(response.statusCode).toBe(403);
  });

  test('without a signature, and of an unknown host, is refused', async () => {
    const hook = await connect();
    const { body } = github('refs/heads/main', OID);
    const unsigned: Webhook['headers'][] = [
      { 'x-github-event': 'push' },
      { 'x-gitlab-event': 'Push Hook' },
      {},
    ];
    for (const headers of unsigned) expect((await send(hook, { headers, body })).statusCode).toBe(403);
    expect(await countSyncs(hook)).toBe(0);
  });

  test('is refused while the connection has no secret, whatever is sent as one', async () => {
    const hook = await connect({ webhookSecret: null });
    for (const secret of ['', SECRET])
      expect((await send(hook, github('refs/heads/main', OID, secret))).statusCode).toBe(403);
  });

  test('at an unknown address is a 404, whatever its body', async () => {
    const { path } = await connect();
    const unknown = { spaceId: '', path: `${path.slice(0, -4)}AAAA` };
    const webhook = github('refs/heads/main', OID);
    for (const sent of [webhook, { ...webhook, body: 'x'.repeat(6_000_000) }]) {
      const response = await send(unknown, sent);
      expect(response.statusCode).toBe(404);
      expect(response.json().error.reason).toBe('git-webhook-not-found');
    }
  });

  test('of a deleted space is a 404', async () => {
    const hook = await connect();
    await app.request('DELETE', `/v1/spaces/${hook.spaceId}`);
    expect((await send(hook, github('refs/heads/main', OID))).statusCode).toBe(404);
  });

  test('that is too large is a 413, and one of another type a 415', async () => {
    const hook = await connect();
    const webhook = github('refs/heads/main', OID);
    expect((await send(hook, { ...webhook, body: 'x'.repeat(5_000_001) })).statusCode).toBe(413);
    expect((await send(hook, webhook, 'text/plain')).statusCode).toBe(415);
    expect(await countSyncs(hook)).toBe(0);
  });

  test('that is signed but not JSON is a 400', async () => {
    const hook = await connect();
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${hmac('{')}` };
    expect((await send(hook, { headers, body: '{' })).statusCode).toBe(400);
  });

  test('that is nested very deeply is a 400', async () => {
    const hook = await connect();
    const body = `{"ref":${'['.repeat(200)}${']'.repeat(200)}}`;
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${hmac(body)}` };
    expect((await send(hook, { headers, body })).statusCode).toBe(400);
  });

  test('may be a form, as GitHub sends it on request', async () => {
    const hook = await connect();
    const { body: json } = github('refs/heads/main', OID);
    const body = `payload=${encodeURIComponent(json)}`;
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${hmac(body)}` };
    const response = await send(hook, { headers, body }, 'application/x-www-form-urlencoded');
    expect(response.json()).toEqual({ requested: true });
  });

  test.each([
    ['github', { 'x-github-event': 'ping' }],
    ['bitbucket', { 'x-event-key': 'diagnostics:ping' }],
    ['github', { 'x-github-event': 'issues' }],
  ])('of %s with another event is accepted and does nothing: %o', async (_host, event) => {
    const hook = await connect();
    const body = JSON.stringify({ zen: 'Keep it logically awesome.', hook_id: 1 });
    const signature = `sha256=${hmac(body)}`;
    const headers = { ...event, 'x-hub-signature-256': signature, 'x-hub-signature': signature };
    const response = await send(hook, { headers: headers as unknown as Record<string, string>, body });
    expect(response.statusCode).toBe(202);
    expect(response.json().requested).toBe(false);
    expect(await countSyncs(hook)).toBe(0);
  });

  test.each(['null', '[]', '{}', '{"ref":7}', '"push"'])(
    'whose signed body is %s does nothing',
    async (body) => {
      const hook = await connect();
      for (const event of [{ 'x-github-event': 'push' }, { 'x-event-key': 'repo:push' }]) {
        const signature = `sha256=${hmac(body)}`;
        const headers = { ...event, 'x-hub-signature-256': signature, 'x-hub-signature': signature };
        const response = await send(hook, { headers: headers as unknown as Record<string, string>, body });
        expect(response.statusCode, response.body).toBe(202);
        expect(response.json().requested).toBe(false);
      }
    },
  );

  test('of a push that a later one has overtaken does nothing', async () => {
    const hook = await connect();
    const applied = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
    await setState(hook, { applied_timestamp: applied });
    const pushAt = (seconds: number): Webhook => {
      const repository = { pushed_at: applied.getTime() / 1000 + seconds };
      const body = JSON.stringify({ ref: 'refs/heads/main', after: OID, repository });
      const signature = `sha256=${hmac(body)}`;
      return { headers: { 'x-github-event': 'push', 'x-hub-signature-256': signature }, body };
    };
    expect((await send(hook, pushAt(-10))).json().requested).toBe(false);
    expect((await send(hook, pushAt(10))).json().requested).toBe(true);
  });

  test.each([4e9, 9e10, 9e12, 1.5, -1, 0, '2030-01-01T00:00:00Z', null])(
    'does not make later ones stale by a push at %j',
    async (pushed_at) => {
      const hook = await connect();
      const body = JSON.stringify({ ref: 'refs/heads/main', after: OID, repository: { pushed_at } });
      const signature = `sha256=${hmac(body)}`;
      const headers = { 'x-github-event': 'push', 'x-hub-signature-256': signature };
      expect((await send(hook, { headers, body })).json().requested).toBe(true);
      const jobs = await app.context.db
        .selectFrom('job')
        .select('payload')
        .where('kind', '=', 'git-sync')
        .execute();
      const timestamps = jobs.map(({ payload }) => (payload as { timestamp?: string }).timestamp ?? null);
      expect(jobs.length).toBeGreaterThan(0);
      const latest = clock.now().getTime() + 5 * 60_000;
      expect(timestamps.filter((time) => time !== null && !(Date.parse(time) <= latest))).toEqual([]);
    },
  );

  test('of the commit that the sync itself pushed does nothing', async () => {
    const hook = await connect();
    await setState(hook, { imported_oid: OID });
    expect((await send(hook, github('refs/heads/main', OID))).json().requested).toBe(false);
    expect((await send(hook, github('refs/heads/main', 'd'.repeat(40)))).json().requested).toBe(true);
  });

  test('does nothing while the connection is paused', async () => {
    const hook = await connect();
    await app.request('POST', `/v1/spaces/${hook.spaceId}/git/pause`);
    expect((await send(hook, github('refs/heads/main', OID))).json().requested).toBe(false);
    expect(await countSyncs(hook)).toBe(0);
  });

  test('is forgotten after a week', async () => {
    const hook = await connect();
    await send(hook, github('refs/heads/main', OID));
    const count = async (): Promise<number> =>
      (
        await app.context.db
          .selectFrom('git_webhook_delivery')
          .select('space_id')
          .where('space_id', '=', hook.spaceId)
          .execute()
      ).length;
    // The body and the id of the delivery.
    expect(await count()).toBe(2);
    clock.advance(8 * 86_400_000);
    await startJob(app, 'git-sweep');
    clock.advance(3_600_001);
    await runJobs(app);
    expect(await count()).toBe(0);
  });
});

test('webhooks from one network are limited', async () => {
  const { path } = await connect();
  const sendFrom = async (remoteAddress: string): Promise<number> =>
    (await app.server.inject({ method: 'POST', url: `${path}x`, remoteAddress, payload: {} })).statusCode;
  const statuses = await Promise.all(Array.from({ length: 600 }, () => sendFrom('192.0.2.77')));
  expect(new Set(statuses)).toEqual(new Set([404]));
  expect(await sendFrom('192.0.2.77')).toBe(429);
  expect(await sendFrom('192.0.2.78')).toBe(404);
});
