/**
 * Kills the service at chosen points of requests with an `Idempotency-Key`, and repeats them: whatever was changed is
 * changed once.
 */
import { newId } from '@lectern/std/ids';
import { expect } from 'vitest';
import { askDatabase } from './ask-database.ts';
import { createPreparedSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
/** How long the database holds the request at the point, for the kill. */
const HOLD_SECONDS = 2;

/** Where a request is held, as a trigger of its key, and what a repeat finds. */
const POINTS = {
  'before the change': {
    trigger: 'create trigger hold before insert on idempotency_key for each row execute function hold()',
    isMade: false,
  },
  // The database may finish the commit or take it back.
  'at the commit': {
    trigger: `create constraint trigger hold after insert on idempotency_key
      deferrable initially deferred for each row execute function hold()`,
    isMade: undefined,
  },
  'before the response is stored': {
    trigger: 'create trigger hold before update on idempotency_key for each row execute function hold()',
    isMade: true,
  },
  'after the response is stored': { trigger: undefined, isMade: true },
} as const;
type Point = keyof typeof POINTS;

interface Place {
  organizationId: string;
  spaceId: string;
}

interface Operation {
  url(place: Place): string;
  body(name: string): object;
  /** Counts what the operation makes, in the database. */
  count: string;
}

const inContent = (change: object) => ({ changes: [change] });

const OPERATIONS: Record<string, Operation> = {
  space: {
    url: ({ organizationId }) => `/v1/orgs/${organizationId}/spaces`,
    body: (title) => ({ title }),
    count: 'select count(*)::int from space',
  },
  page: {
    url: ({ spaceId }) => `/v1/spaces/${spaceId}/content`,
    body: (title) => inContent({ operation: 'insert_page', title, document: { markdown: 'Text\n' } }),
    count: 'select count(*)::int from revision',
  },
  comment: {
    url: ({ spaceId }) => `/v1/spaces/${spaceId}/comments`,
    body: (markdown) => ({ body: { markdown } }),
    count: 'select count(*)::int from comment',
  },
  'change request': {
    url: ({ spaceId }) => `/v1/spaces/${spaceId}/change-requests`,
    body: (subject) => ({ subject }),
    count: 'select count(*)::int from change_request',
  },
  token: {
    url: () => '/v1/user/tokens',
    body: (title) => ({ title }),
    count: 'select count(*)::int from user_token',
  },
  site: {
    url: ({ organizationId }) => `/v1/orgs/${organizationId}/sites`,
    body: (title) => ({ title }),
    count: 'select count(*)::int from site',
  },
};

export interface Round {
  point: Point;
  operation: string;
}

export async function killKeyed(rounds: readonly Round[]): Promise<void> {
  const setup = await createPreparedSetup();
  try {
    let service = await setup.serve(ENVIRONMENT);
    const place = await preparePlace(service);
    await askDatabase(setup, async (sql) => {
      await sql.unsafe('create sequence held');
      await sql.unsafe(`create function hold() returns trigger language plpgsql as $$ begin
        if nextval('held') = 1 then perform pg_sleep(${HOLD_SECONDS}); end if; return new; end $$`);
    });
    for (const round of rounds) service = await killOnce(setup, service, { ...round, place });
    expect((await service.stop()).code).toBe(0);
  } finally {
    await setup.clean();
  }
}

async function preparePlace(service: RunningService): Promise<Place> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const organizationId = organizations.body.items[0]?.id as string;
  const space = await request<{ id: string }>(service, TOKEN, `/v1/orgs/${organizationId}/spaces`, {
    method: 'POST',
    body: { title: 'Docs' },
  });
  return { organizationId, spaceId: space.body.id };
}

async function killOnce(
  setup: Setup,
  service: RunningService,
  { point, operation, place }: Round & { place: Place },
): Promise<RunningService> {
  const where = `${operation}, killed ${point}`;
  const { trigger, isMade } = POINTS[point];
  const { url, body, count } = OPERATIONS[operation] as Operation;
  const key = newId();
  const send = (to: RunningService): Promise<Response> =>
    fetch(`${to.url}${url(place)}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body(`A ${operation}`)),
    });
  const countRows = () =>
    askDatabase(setup, async (sql) => Number(Object.values((await sql.unsafe(count))[0] ?? {})[0]));
  const before = await countRows();
  let first: Promise<Response | undefined> | undefined;
  await askDatabase(setup, async (sql) => {
    await sql.unsafe(`alter sequence held restart; ${trigger ?? ''}`);
    const [known] = await sql`select count(status)::int as keys from idempotency_key`;
    first = send(service).catch(() => undefined);
    await waitFor(`the point (${where})`, async () => {
      const [reached] = trigger
        ? await sql`select 1 from held where is_called`
        : await sql`select 1 from idempotency_key having count(status) > ${known?.keys}`;
      return reached !== undefined;
    });
  });
  service.kill('SIGKILL');
  await service.ended;
  await first;
  const restarted = await setup.serve(ENVIRONMENT);
  if (trigger)
    await askDatabase(setup, (sql) => sql.unsafe('drop trigger hold on idempotency_key').then(() => {}));
  const repeats = [await send(restarted), await send(restarted)];
  const results = await Promise.all(
    repeats.map(async (response) => ({
      status: response.status,
      isReplay: response.headers.get('idempotency-replayed') === 'true',
      body: (await response.json()) as { error?: { reason: string } },
    })),
  );
  expect(await countRows(), `${where}: ${JSON.stringify(results)}`).toBe(before + 1);
  const [repeated, again] = results;
  if (point === 'after the response is stored') expect(repeated?.isReplay, where).toBe(true);
  const isLost = repeated?.body.error?.reason === 'response-lost';
  if (isMade === true) expect(isLost || repeated?.isReplay, where).toBe(true);
  if (isMade === false) expect(isLost || repeated?.isReplay, where).toBe(false);
  expect(repeated?.status, `${where}: ${JSON.stringify(repeated)}`).toBeOneOf(isLost ? [409] : [200, 201]);
  expect(again?.status, where).toBe(repeated?.status);
  return restarted;
}

export const ROUNDS: readonly Round[] = (Object.keys(POINTS) as Point[]).flatMap((point) =>
  Object.keys(OPERATIONS).map((operation) => ({ point, operation })),
);
