/** Compares what a server received with what is right. */
import { isJsonType } from '../src/examples/media-types.ts';
import { readParts, type SentRequest } from './random-operations.ts';
import { FILES } from './run-samples.ts';
import type { ExpectedRequest } from './sent-cases.ts';

type Json = Record<string, unknown>;

const contentOf = (text: string): string => FILES.get(text)?.toString('latin1') ?? text;

/** The parts of a request that a case names, as they are received. */
export function pickReceived(sent: SentRequest, expected: ExpectedRequest): Json {
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
        text: FILES.has(wanted.text) ? content.toString('latin1') : readText(content),
        ...('type' in wanted ? { type } : {}),
        ...('fileName' in wanted ? { fileName } : {}),
        ...('headers' in wanted ? { headers: Object.fromEntries(headers) } : {}),
      };
    });
  }
  return received;
}

/** Forms of browsers end the lines of texts with both characters. */
const readText = (content: Buffer): string => content.toString().replaceAll('\r\n', '\n');

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const expectedOf = (expected: ExpectedRequest, type = ''): Json => ({
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
