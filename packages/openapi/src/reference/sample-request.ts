import { toWellFormed } from '@lectern/std/well-formed';
import { type SampleRequest, toText } from './code-samples.ts';
import { exampleValue } from './example-value.ts';
import type { CredentialScheme, OperationReference, ParameterReference } from './operation-reference.ts';
import { fillServer } from './servers-and-security.ts';

const DEFAULT_SERVER = 'https://api.example.com';

/**
 * A request that the operation accepts: with what it requires, and with the credentials as placeholders. Undefined for
 * a method that is not a word.
 */
export function sampleRequest(operation: OperationReference): SampleRequest | undefined {
  const { method, path, parameters, servers, body } = operation;
  if (!/^[a-z]+$/i.test(method)) return undefined;
  const query: SampleRequest['query'] = [];
  const headers: SampleRequest['headers'] = [];
  let filled = path;
  for (const parameter of parameters) {
    const { name, place, isRequired } = parameter;
    const value = valueFor(parameter);
    if (place === 'path') filled = filled.replaceAll(`{${name}}`, encodeURIComponent(toWellFormed(value)));
    else if (isRequired && place === 'query') query.push({ name, value });
    else if (isRequired && place === 'header') addHeader(headers, name, value);
  }
  addCredentials(operation.security, { query, headers });
  const [content] = body?.contents ?? [];
  const [example] = content?.examples ?? [];
  const [server] = servers;
  return {
    method,
    url: cleanUrl(baseOf(server && fillServer(server)) + filled),
    query,
    headers,
    body: content && example && { mediaType: cleanText(content.mediaType), value: readJson(example.text) },
  };
}

const valueFor = ({ name, schema }: ParameterReference): string => {
  const value = exampleValue(schema, 'request');
  const isPlaceholder = value === 'text' && schema.example === undefined;
  return isPlaceholder ? name : toText(Array.isArray(value) ? value.map(toText).join(',') : value);
};

/** A server may be given relative to where the spec is. */
const baseOf = (url: string | undefined): string =>
  url !== undefined && /^https?:\/\//i.test(url)
    ? url.replace(/\/$/, '')
    : DEFAULT_SERVER + (url ?? '').replace(/\/$/, '');

function addCredentials(
  [first = []]: OperationReference['security'],
  { query, headers }: Pick<SampleRequest, 'query' | 'headers'>,
): void {
  for (const { sentIn } of first) {
    if (sentIn?.place === 'query') query.push({ name: sentIn.name, value: PLACEHOLDERS[sentIn.scheme] });
    else if (sentIn) addHeader(headers, sentIn.name, PLACEHOLDERS[sentIn.scheme]);
  }
}

const PLACEHOLDERS = {
  key: 'YOUR_API_KEY',
  basic: 'Basic YOUR_CREDENTIALS',
  bearer: 'Bearer YOUR_TOKEN',
  other: 'Bearer YOUR_TOKEN',
} as const satisfies Record<CredentialScheme, string>;

/** Text that is not a header name could be code where a sample is pasted. */
function addHeader(headers: SampleRequest['headers'], name: string, value: string): void {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    headers.push({ name: name.replace(/['`$]/g, ''), value: cleanText(value) });
}

/** A spec may have any text as an address: pasting a sample into a shell must not run it. */
const cleanUrl = (url: string): string =>
  toWellFormed(url).replace(/[^\w\-.~:/?[\]@+,=%{}]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x80
      ? `%${code.toString(16).toUpperCase().padStart(2, '0')}`
      : encodeURIComponent(character);
  });

const cleanText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
