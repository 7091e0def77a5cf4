import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addOrganization } from '../../../../../test/factories.ts';
import { createAuditStreamJob } from './audit-stream.jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Records one event, and returns its target’s new name. */
async function record(title: string): Promise<void> {
  const response = await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { title } });
  expect(response.statusCode).toBe(200);
}

interface SyslogTarget {
  protocol: 'udp' | 'tcp' | 'tls';
  host: string;
  port: number;
}

/**
 * Runs the job when it may send all events. They wait for every older transaction of the database server, and other
 * tests have databases on the same server.
 */
async function run(target?: SyslogTarget): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`
          select from audit_outbox where transaction >= pg_snapshot_xmin(pg_current_snapshot())`.execute(
          app.context.db,
        );
        return rows.length;
      },
      { timeout: 10_000 },
    )
    .toBe(0);
  await runAtOnce(target);
}

async function runAtOnce(auditSyslog?: SyslogTarget): Promise<void> {
  const { context } = app;
  const job = createAuditStreamJob({ ...context, config: { ...context.config, auditSyslog } });
  const current = { organizationId: app.organizationId, jobId: app.organizationId, payload: {}, attempt: 1 };
  await job.run(current, new AbortController().signal);
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A receiver of messages with octet counting. `isFailing`: it resets the connection before it reads. */
async function startReceiver() {
  const messages: string[] = [];
  const state = { messages, isFailing: false, port: 0, close: () => {} };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (state.isFailing) return void socket.resetAndDestroy();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => {
      let rest = Buffer.concat(chunks);
      while (rest.length > 0) {
        const space = rest.indexOf(' ');
        const end = space + 1 + Number(rest.subarray(0, space).toString());
        messages.push(rest.subarray(space + 1, end).toString());
        rest = rest.subarray(end);
      }
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.port = portOf(server);
  state.close = () => server.close();
  return state;
}

const titlesOf = (messages: readonly string[]): string[] =>
  messages.map((message) => JSON.parse(message.slice(message.indexOf('{'))).payload.after.title);

test('events arrive by TCP in their order, and wait while the receiver is away', async () => {
  await run();
  const receiver = await startReceiver();
  const target = { protocol: 'tcp' as const, host: '127.0.0.1', port: receiver.port };
  try {
    receiver.isFailing = true;
    await record('Größe\n1');
    await run(target);
    await record('Größe 2');
    receiver.isFailing = false;
    await run(target);
    expect(titlesOf(receiver.messages)).toEqual(['Größe\n1', 'Größe 2']);
    expect(receiver.messages[0]).toMatch(
      /^<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S+ lectern \d+ organization\.updated - \{"organization":/,
    );
    await run(target);
    expect(receiver.messages).toHaveLength(2);
  } finally {
    receiver.close();
  }
});

test('an event whose sending was not recorded is sent again', async () => {
  await run();
  const receiver = await startReceiver();
  const target = { protocol: 'tcp' as const, host: '127.0.0.1', port: receiver.port };
  try {
    await record('Sent twice');
    const { db } = app.context;
    // The row is as it was, as after a process that ended between the two.
    const rows = await db.selectFrom('audit_outbox').selectAll().where('receiver', '=', 'syslog').execute();
    await run(target);
    await db.insertInto('audit_outbox').values(rows).execute();
    await run(target);
    expect(titlesOf(receiver.messages)).toEqual(['Sent twice', 'Sent twice']);
  } finally {
    receiver.close();
  }
});

test('events arrive by UDP', async () => {
  await run();
  const socket = createSocket('udp4');
  const received = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  try {
    await record('By datagram');
    await run({ protocol: 'udp', host: '127.0.0.1', port: socket.address().port });
    expect(titlesOf([await received])).toEqual(['By datagram']);
  } finally {
    socket.close();
  }
});

test('events of transactions that have not ended are not passed over', async () => {
  const other = await addOrganization(app);
  await run();
  const receiver = await startReceiver();
  const target = { protocol: 'tcp' as const, host: '127.0.0.1', port: receiver.port };
  try {
    await app.context.db.transaction().execute(async (trx) => {
      // This one takes its place first, and commits last.
      await trx
        .insertInto('audit_event')
        .values({
          organization_id: other.organizationId,
          event_id: newId(),
          occurred_at: new Date(),
          action: 'organization.updated',
          actor_type: 'system',
          actor_id: '',
          source: 'script',
          target_type: 'organization',
          target_id: other.organizationId,
          payload: { after: { title: 'Committed later' } },
        })
        .execute();
      await record('Committed earlier');
      await runAtOnce(target);
      expect(receiver.messages).toEqual([]);
    });
    await run(target);
    expect(titlesOf(receiver.messages)).toEqual(['Committed later', 'Committed earlier']);
  } finally {
    receiver.close();
  }
});

test('a webhook that wants audit events gets one delivery for each, in order', async () => {
  await run();
  const { id } = (
    await app.request('POST', `/v1/orgs/${app.organizationId}/webhooks`, {
      body: { title: 'Audit', url: 'https://hooks.example.com/', events: ['audit_event.recorded'] },
    })
  ).json();
  await run();
  await record('First');
  await record('Second');
  await run();
  await run();
  const events = await app.context.db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_event as e', (join) =>
      join.onRef('e.organization_id', '=', 'd.organization_id').onRef('e.event_id', '=', 'd.event_id'),
    )
    .select(['e.payload', 'e.type'])
    .where('d.webhook_id', '=', id)
    .orderBy('d.delivery_id')
    .execute();
  const actions = events.map(
    ({ payload }) => (payload as { auditEvent: { action: string } }).auditEvent.action,
  );
  expect(actions).toEqual(['webhook.created', 'organization.updated', 'organization.updated']);
});

test('the export has all events, oldest first, and can be continued', async () => {
  const url = `/v1/orgs/${app.organizationId}/audit-events/export`;
  await record('=HYPERLINK("https://evil.example")');
  const lines = (await app.request('GET', url)).body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const times = lines.map(({ occurredAt }) => occurredAt);
  expect(times).toEqual(times.toSorted());
  expect(lines.at(-1).payload.after.title).toContain('HYPERLINK');
  const rest = (await app.request('GET', `${url}?after=${lines.at(-3).id}`)).body.trim().split('\n');
  expect(rest.map((line) => JSON.parse(line).id)).toEqual(lines.slice(-2).map(({ id }) => id));
  const csv = await app.request('GET', `${url}?format=csv&action=organization.updated`);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.body.split('\r\n')[0]).toContain('id,occurredAt,action');
  expect(csv.body).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect((await app.request('GET', `${url}?after=nothing`)).statusCode).toBe(404);
});
