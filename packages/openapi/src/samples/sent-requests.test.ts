/** The samples of operations of all kinds are run, and a server compares what it receives with what is right. */
import { describe, expect, test } from 'vitest';
import { readParts, SECURITY_SCHEMES, type SentRequest } from '../../test/random-operations.ts';
import { FILES, isInstalled, RUNNERS, runSamples, startEcho } from '../../test/run-samples.ts';
import { type ExpectedRequest, SENT_CASES, type SentCase } from '../../test/sent-cases.ts';
import { isJsonType } from '../examples/media-types.ts';
import { processSpec } from '../process-spec.ts';
import { describeSpec } from '../reference/describe-spec.ts';
import type { Json } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';

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

const contentOf = (text: string): string => FILES.get(text)?.toString('latin1') ?? text;

/** The parts of a request that a case names, as they are received. */
function pickReceived(sent: SentRequest, expected: ExpectedRequest): Json {
  const body = sent.body.toString();
  const received: Json = {};
  if (expected.method !== undefined) received.method = sent.method;
  if (expected.target !== undefined) received.target = sent.target.replace(/^\/t\d+/, '');
  if (expected.headers)
    received.headers = Object.fromEntries(
      Object.keys(expected.headers).map((name) => [
        name,
        name === 'content-type' ? sent.headers[name]?.split(';')[0] : sent.headers[name],
      ]),
    );
  if (expected.body !== undefined)
    received.body = isJsonType(sent.headers['content-type'] ?? '')
      ? readJson(body)
      : sent.body.toString('latin1');
  if (expected.form) received.form = [...new URLSearchParams(body)].map((pair) => pair.join('=')).sort();
  if (expected.parts) {
    const parts = readParts(sent);
    received.parts = parts.map(({ name, content, type, fileName, head }, n) => {
      const wanted = expected.parts?.[n] ?? { text: '' };
      const headers = Object.keys(wanted.headers ?? {}).map((one): [string, string] => [
        one,
        new RegExp(`^${one}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
      ]);
      return {
        ...('name' in wanted ? { name } : {}),
        text: FILES.has(wanted.text) ? content.toString('latin1') : readText(content, fileName),
        ...('type' in wanted ? { type } : {}),
        ...('fileName' in wanted ? { fileName } : {}),
        ...('headers' in wanted ? { headers: Object.fromEntries(headers) } : {}),
      };
    });
  }
  return received;
}

/** Forms of browsers end the lines of texts with both characters. */
const readText = (content: Buffer, fileName: string): string =>
  fileName === '' ? content.toString().replaceAll('\r\n', '\n') : content.toString();

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const expectedOf = (expected: ExpectedRequest, type = ''): Json => ({
  ...expected,
  // The names of a form are in no order.
  ...(expected.form ? { form: [...expected.form].sort() } : {}),
  ...(expected.body === undefined
    ? {}
    : {
        body: isJsonType(type)
          ? readJson(expected.body)
          : (FILES.get(expected.body)?.toString('latin1') ?? Buffer.from(expected.body).toString('latin1')),
      }),
  ...(expected.parts
    ? { parts: expected.parts.map((part) => ({ ...part, text: contentOf(part.text) })) }
    : {}),
});

describe.for(LANGUAGES)('samples in %s', (title) => {
  test('send what is right', async (context) => {
    if (!(await isInstalled(title))) return context.skip(`The program for ${title} is not installed.`);
    const echo = await startEcho();
    try {
      const cases = SENT_CASES.map((one, n) => ({
        ...one,
        code: writeSample(storeSpec(one, `${echo.url}/t${n}`), one, title),
      }));
      await runSamples(
        title,
        cases.flatMap(({ code }) => code ?? []),
      );
      const faults = cases.flatMap(({ title: name, sent: expected, code, without = [] }, n) => {
        const sent = echo.sent.get(n);
        if (without.includes(title)) return code === undefined ? [] : [`${name}: there should be no sample.`];
        const received = sent ? pickReceived(sent, expected) : 'nothing';
        const wanted = expectedOf(expected, sent?.headers['content-type']);
        try {
          expect(received).toEqual(wanted);
          return [];
        } catch {
          return [`${name}:\n${JSON.stringify(received)}\n${JSON.stringify(wanted)}\n${code}`];
        }
      });
      expect(faults).toEqual([]);
    } finally {
      echo.close();
    }
  });
});
