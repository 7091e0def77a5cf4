/** The samples of operations of all kinds are run, and a server compares what it receives with what is right. */
import { isDeepStrictEqual } from 'node:util';
import { request as sendRequest } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedOf, pickReceived } from '../../test/compare-requests.ts';
import { enterRequest } from '../../test/enter-request.ts';
import { SECURITY_SCHEMES } from '../../test/random-operations.ts';
import { isInstalled, RUNNERS, runSamples, startEcho } from '../../test/run-samples.ts';
import { SENT_CASES, type SentCase } from '../../test/sent-cases.ts';
import { processSpec } from '../process-spec.ts';
import { describeSpec } from '../reference/describe-spec.ts';
import type { Json } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { showMessage, writeMessage } from './request-message.ts';
import { writeEnteredRequest } from './write-entered-request.ts';

/** All send the same request. The others take longer, and are not on every machine. */
const LANGUAGES = process.env.LECTERN_SOAK ? Object.keys(RUNNERS) : ['JavaScript'];

/** The spec of a case as a service stores it. */
function storeSpec(
  { version = '3.1.0', method = 'get', path = '/p', item, operation }: SentCase,
  url: string,
): Json {
  const spec = {
    openapi: version,
    info: { title: 'T', version: '1' },
    servers: [{ url }],
    paths: {
      [path]: { ...(/^[a-z]+$/.test(method) ? { [method]: { responses: {}, ...operation } } : {}), ...item },
    },
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Code: { type: 'string', example: 'c7' } },
      examples: { Afar: { value: 'from afar' } },
    },
  };
  const file = { url: 'text:///openapi', bytes: Buffer.from(JSON.stringify(spec)) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  return readStoredSpec(outcome.filesystem);
}

function writeSample(
  spec: Json,
  { method = 'get', path = '/p' }: SentCase,
  title: string,
): string | undefined {
  const found = describeSpec(spec, { kind: 'operation', method, path });
  if (found?.kind !== 'operation') throw new Error('There is no such operation.');
  return found.samples.find((sample) => sample.title === title)?.code;
}

let echo: Awaited<ReturnType<typeof startEcho>>;
let cases: (SentCase & { base: string; spec: Json })[] = [];

beforeAll(async () => {
  echo = await startEcho();
  cases = SENT_CASES.map((one, n) => {
    const base = `${echo.url}/t${n}`;
    return { ...one, base, spec: storeSpec(one, base) };
  });
});
afterAll(() => echo.close());

/** Compares what the server received for a case with what is right, and forgets it. */
function findFault({ sent: expected, title }: SentCase, n: number, code: string): string[] {
  const sent = echo.sent.get(n);
  echo.sent.delete(n);
  const received = sent ? pickReceived(sent, expected) : 'nothing';
  const wanted = expectedOf(expected, sent?.headers['content-type']);
  if (isDeepStrictEqual(received, wanted)) return [];
  return [`${title}:\n${JSON.stringify(received)}\n${JSON.stringify(wanted)}\n${code}`];
}

describe.for(LANGUAGES)('samples in %s', (title) => {
  test('send what is right', async (context) => {
    if (!(await isInstalled(title))) return context.skip(`The program for ${title} is not installed.`);
    const samples = cases.map((one) => writeSample(one.spec, one, title));
    await runSamples(
      title,
      samples.flatMap((code) => code ?? []),
    );
    const faults = cases.flatMap((one, n) => {
      const code = samples[n];
      if (code !== undefined) return findFault(one, n, code);
      return one.without?.includes(title) ? [] : [`${one.title}: there is no sample.`];
    });
    expect(faults).toEqual([]);
  });
});

/** Without a text, nothing is entered; and the form refuses headers that have to be encoded, and paths of dots. */
const NOT_ENTERED = new Set([
  ...['query', 'path', 'header', 'cookie'].map((place) => `${place}: null`),
  ...['query: an empty text', 'path: a matrix of an empty text', 'path: dots alone'],
  ...['header: letters', 'header: lines', 'text/plain: no text'],
  ...['application/x-www-form-urlencoded: an empty text', 'multipart/form-data: null and nothing'],
  'multipart/mixed: parts in an order',
]);

test('“Try it” sends the same', async () => {
  const faults: string[] = [];
  for (const [n, one] of cases.entries()) {
    if (NOT_ENTERED.has(one.title)) continue;
    const { method = 'get', path = '/p', base, spec } = one;
    const { entered, files } = enterRequest(spec, { method, path });
    const written = writeEnteredRequest(spec, { method, path, base }, entered);
    if (!written || !('request' in written)) {
      faults.push(`${one.title}: ${JSON.stringify([written, entered])}`);
      continue;
    }
    const message = writeMessage(written.request, files);
    await sendRequest(message.url, {
      method: message.method as 'GET',
      headers: Object.fromEntries(message.headers.map(({ name, value }) => [name, value])),
      body: message.body ?? null,
    }).then(({ body }) => body.dump());
    faults.push(...findFault(one, n, showMessage(written.request)));
  }
  expect(faults).toEqual([]);
});
