import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';
import { readConfig, type TracingConfig } from '../config.ts';
import { startOpenTelemetry } from './open-telemetry.ts';
import { traceRequests } from './trace-requests.ts';
import { inSpan, parseTraceparent, type Tracing, takeTrace, useTracing, withTrace } from './tracing.ts';

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

let app: TestApp;
let url: string;
let webhooks: WebhookReceiver;
let collector: Server;
let collectorUrl: string;
let received: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
let tracing: Tracing | undefined;

beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  traceRequests(app.server.server);
  url = await app.server.listen({ port: 0, host: '127.0.0.1' });
  webhooks = await startWebhookReceiver();
  webhooks.answer = () => ({ status: 204 });
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  collectorUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterEach(async () => {
  useTracing(undefined);
  await tracing?.close();
  tracing = undefined;
  received = [];
});
afterAll(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
  await webhooks.close();
  await app.close();
});

function startTracing(settings: Record<string, string> = {}): void {
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, ...settings }).tracing;
  tracing = startOpenTelemetry(config as TracingConfig, '1.2.3');
  useTracing(tracing);
}

async function readSpans(): Promise<ReceivedSpan[]> {
  await tracing?.close();
  return received.flatMap(({ body }) =>
    (
      JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

const attributeOf = (span: ReceivedSpan | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

const call = (
  path: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: object; headers?: object } = {},
) =>
  fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${app.adminToken}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

test('a change is one trace, from its request through its job to the receiver of the webhook', async () => {
  const webhook = {
    title: 'A',
    url: `${webhooks.url}?key=secret-of-the-receiver`,
    events: ['change_request.opened'],
  };
  const created = await call(`/v1/orgs/${app.organizationId}/webhooks`, { method: 'POST', body: webhook });
  expect(created.status).toBe(201);
  const spaces = `/v1/orgs/${app.organizationId}/spaces`;
  const space = (await (await call(spaces, { method: 'POST', body: {} })).json()) as { id: string };
  const requests = `/v1/spaces/${space.id}/change-requests`;
  const draft = (await (await call(requests, { method: 'POST', body: {} })).json()) as { id: string };
  await runJobs(app);
  startTracing();
  const subject = 'Nobody else may read this subject';
  const response = await call(`${requests}/${draft.id}?note=secret-in-a-query`, {
    method: 'PATCH',
    body: { subject, status: 'open' },
  });
  expect(response.status).toBe(200);
  await runJobs(app);
  const spans = await readSpans();
  const request = spans.find(
    ({ name }) => name === 'PATCH /v1/spaces/:spaceId/change-requests/:changeRequestId',
  );
  const mine = spans.filter(({ traceId }) => traceId === request?.traceId);
  const job = mine.find(({ name }) => name === 'job webhook-deliveries');
  const delivery = mine.find(({ name }) => name === 'webhook delivery');
  expect([request?.parentSpanId ?? '', delivery?.parentSpanId]).toEqual(['', job?.spanId]);
  expect(attributeOf(request, 'http.response.status_code')).toBe(200);
  expect(attributeOf(request, 'lectern.request.id')).toBe(response.headers.get('x-request-id'));
  expect(mine.some(({ name }) => name === 'update postgresql')).toBe(true);
  expect(webhooks.requests.at(-1)?.headers.traceparent).toBe(`00-${request?.traceId}-${delivery?.spanId}-01`);
  const sent = received.map(({ body }) => body).join();
  for (const secret of [subject, 'secret-', app.adminToken, app.organizationId, space.id, 'admin@localhost'])
    expect(sent).not.toContain(secret);
});

test('a caller’s trace is continued, whatever its header says about sampling', async () => {
  startTracing();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-00`;
  await call('/v1/orgs', { headers: { traceparent } });
  const [span] = (await readSpans()).filter(({ name }) => name === 'GET /v1/orgs');
  expect([span?.traceId, span?.parentSpanId]).toEqual([traceId, 'b7ad6b7169203331']);
});

test('with a sampler that asks the parent, a caller that does not sample is not traced', async () => {
  startTracing({ OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
  await call('/v1/orgs', { headers: { traceparent } });
  expect(await readSpans()).toEqual([]);
});

test('nothing is traced with a ratio of 0, and the headers and names of the settings are sent', async () => {
  startTracing({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  await call('/v1/orgs');
  expect(await readSpans()).toEqual([]);
  startTracing({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_SERVICE_NAME: 'docs',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  await call('/v1/orgs');
  await readSpans();
  expect(received[0]?.headers.authorization).toBe('Bearer abc');
  expect(received[0]?.body).toContain('{"key":"service.name","value":{"stringValue":"docs"}}');
  expect(received[0]?.body).toContain('deployment.environment.name');
});

test('a failing statement marks its span with the class of the error only', async () => {
  startTracing();
  const response = await call('/v1/orgs/not-an-id');
  expect(response.status).toBe(404);
  const spans = await readSpans();
  expect(spans.find(({ name }) => name === 'GET /v1/orgs/:organizationId')?.status.code ?? 0).toBe(0);
});

test('a collector that is away disturbs nothing, and what it does not get is counted', async () => {
  startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect((await call('/v1/orgs')).status).toBe(200);
  await tracing?.close();
  const readFailed = async () =>
    Number(
      /^lectern_trace_spans_total\{outcome="failed"\} (\d+)$/m.exec(
        await (await call('/metrics')).text(),
      )?.[1],
    );
  await expect.poll(readFailed).toBeGreaterThan(0);
});

test('without tracing, work and payloads stay as they are', async () => {
  const payload = { a: 1 };
  expect(withTrace('mail.send', payload)).toBe(payload);
  const promise = Promise.resolve(1);
  expect(inSpan('x', { kind: 'internal' }, () => promise)).toBe(promise);
  expect((await call('/v1/orgs')).status).toBe(200);
  expect(received).toEqual([]);
});

test('a read enters no scope of a trace unless it is traced', async () => {
  const run = vi.spyOn(AsyncLocalStorage.prototype, 'run');
  /** How often work of a request got a scope, which Node.js then has to carry from promise to promise. */
  const countScopes = async (): Promise<number> => {
    run.mockClear();
    const response = await call(`/v1/orgs/${app.organizationId}/spaces`);
    await response.text();
    return run.mock.calls.filter(([value]) => typeof value === 'object' && 'span' in (value as object))
      .length;
  };
  try {
    expect(await countScopes()).toBe(0);
    startTracing();
    // The request, and its statements.
    expect(await countScopes()).toBeGreaterThan(2);
  } finally {
    run.mockRestore();
  }
});

test('a payload gives back its trace, and a wrong header is none', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isSampled: true };
  expect(takeTrace({ a: 1, traceparent })).toEqual({ payload: { a: 1 }, parent });
  expect(takeTrace({ a: 1 })).toEqual({ payload: { a: 1 }, parent: undefined });
  for (const header of [
    undefined,
    '',
    'x',
    ['a'],
    traceparent.replace('00-', 'ff-'),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  ])
    expect(parseTraceparent(header)).toBeUndefined();
});
