/** Kills the service and its database while events are recorded: each acknowledged event is stored exactly once. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { createPreparedSetup, type RunningService, request } from './service-process.ts';
import { chooseVictim, killVictim } from './victims.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
/** Requests seem to come from different addresses, because the number of requests from one address is limited. */
const ENVIRONMENT = {
  LECTERN_ADMIN_TOKEN: TOKEN,
  LECTERN_LOG_LEVEL: 'fatal',
  LECTERN_TRUST_PROXY: 'true',
};
const ROUNDS = process.env.LECTERN_ROUNDS ? Number(process.env.LECTERN_ROUNDS) : 25;
const SENDERS = 6;
const EVENTS = 20;
const MAX_DELAY_MS = 1200;

const session = {
  visitorId: 'visitor',
  sessionId: 'session',
  cookies: {},
  userAgent: '',
  language: null,
  referrer: null,
};

const eventsOf = (path: string) =>
  Array.from({ length: EVENTS }, (_, n) => ({
    type: 'page_view',
    id: `${path}/${n}`,
    session,
    location: { url: `https://docs.example.com${path}` },
  }));

const addressOf = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

/** Whether the events were acknowledged. */
async function send(service: RunningService, site: string, path: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${service.url}${site}/insights/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'x-forwarded-for': addressOf(randomInt(2 ** 24)),
      },
      body: JSON.stringify({ events: eventsOf(path) }),
    });
    return status === 204;
  } catch {
    return false;
  }
}

test('events that were acknowledged are there once, whatever is killed when', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const random = createRandom(seed);
  const setup = await createPreparedSetup();
  try {
    let service = await setup.serve(ENVIRONMENT);
    const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
    const organization = `/v1/orgs/${organizations.body.items[0]?.id}`;
    const created = await request<{ id: string }>(service, TOKEN, `${organization}/sites`, {
      method: 'POST',
      body: { title: 'Docs' },
    });
    const site = `${organization}/sites/${created.body.id}`;
    const expected = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const where = `seed ${seed}, round ${round}`;
      const victim = chooseVictim(random);
      let isOver = false;
      const unanswered = new Set<string>();
      const sender = async (name: number): Promise<void> => {
        for (let turn = 0; !isOver; turn += 1) {
          const path = `/${round}/${name}/${turn}`;
          if (await send(service, site, path)) expected.set(path, EVENTS);
          else {
            unanswered.add(path);
            await sleep(20);
          }
        }
      };
      const senders = Array.from({ length: SENDERS }, (_, name) => sender(name));
      await sleep(100 + random() * MAX_DELAY_MS);
      service = await killVictim({ setup, service, victim }, ENVIRONMENT);
      isOver = true;
      await Promise.all(senders);
      // Requests without a response are sent again; half of them twice.
      for (const [n, path] of [...unanswered].slice(0, 40).entries()) {
        for (let again = 0; again <= n % 2; again += 1)
          while (!(await send(service, site, path))) await sleep(50);
        expected.set(path, EVENTS);
        unanswered.delete(path);
      }
      const found = await readPaths(
        service,
        site,
        [...expected.keys()].filter((path) => path.startsWith(`/${round}/`)),
      );
      for (const [path, count] of expected)
        if (path.startsWith(`/${round}/`)) expect(found.get(path), `${where}: ${path}`).toBe(count);
      // Requests that were not acknowledged are stored completely or not at all.
      const others = await readPaths(service, site, [...unanswered]);
      expect(
        [...others.values()].filter((count) => count !== EVENTS),
        where,
      ).toEqual([]);
    }
    expect((await service.stop()).code).toBe(0);
  } finally {
    await setup.clean();
  }
});

/** The number of events by path. */
async function readPaths(
  service: RunningService,
  site: string,
  paths: string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let from = 0; from < paths.length; from += 900) {
    const values = paths.slice(from, from + 900);
    const { status, body } = await request<{ columns: [{ values: string[] }, { values: number[] }] }>(
      service,
      TOKEN,
      `${site}/insights/events/aggregate`,
      {
        method: 'POST',
        body: {
          groupBy: [{ column: 'urlPath' }],
          where: [{ column: 'urlPath', values }],
          range: 'last24Hours',
        },
      },
    );
    expect(status).toBe(200);
    const [keys, counts] = body.columns;
    for (const [n, path] of keys.values.entries()) found.set(path, counts.values[n] as number);
  }
  return found;
}
