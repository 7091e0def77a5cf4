/** Requests that the browser sends itself, to a server of the reader. Credentials and files go only there. */

import { isTextBody, MAX_SHOWN_BYTES } from './response-text.ts';

/** A request as the service writes it, with marks instead of credentials, and names instead of files. */
export interface OpenRequest {
  message: {
    method: string;
    url: string;
    headers: { name: string; value: string }[];
    pieces?: ({ text: string } | { fileName: string })[];
  };
  /** The fields of the files, in the order of the body. */
  files: string[];
}

export interface OwnResponse {
  status: number;
  milliseconds: number;
  headers: [name: string, value: string][];
  body?: string;
  base64?: string;
  bytes: number;
  isCut: boolean;
  /** Headers that browsers do not let scripts send. */
  notSent: string[];
}

/** In the place of a credential, followed by its position. It is written in every place as it is. */
export const HIDDEN = 'hidden-credential';
const MARK = /hidden-credential-(\d+)/g;

export const hideMarks = (text: string): string => text.replace(MARK, '••••');

const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/** Undefined if the server redirects: no credential follows to an address that the reader did not enter. */
export async function callOwnServer(
  { message, files }: OpenRequest,
  {
    credentials,
    contents,
    signal,
  }: {
    credentials: readonly string[];
    contents: Readonly<Record<string, readonly File[]>>;
    signal: AbortSignal;
  },
): Promise<OwnResponse | undefined> {
  const { method, url, headers, pieces } = message;
  const startedAt = performance.now();
  const fill = (text: string): string =>
    text.replace(MARK, (_, at: string) => encodeURIComponent(credentials[Number(at)] ?? ''));
  const hasBody = pieces !== undefined && !/^(?:get|head)$/i.test(method);
  const response = await fetch(fill(url), {
    method,
    headers: headers
      .filter(({ name }) => !FORBIDDEN.test(name))
      .map(({ name, value }): [string, string] => [name, fillHeader(value, credentials)]),
    ...(hasBody ? { body: writeBody(pieces, listFiles(files, contents)) } : {}),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'manual',
    cache: 'no-store',
    signal,
  });
  if (response.type === 'opaqueredirect') return undefined;
  const { bytes, isCut } = await readBeginning(response);
  const isText = isTextBody(response.headers.get('content-type') ?? '', bytes);
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - startedAt),
    headers: [...response.headers],
    ...(isText ? { body: new TextDecoder().decode(bytes) } : { base64: toBase64(bytes) }),
    bytes: bytes.length,
    isCut,
    notSent: headers.flatMap(({ name }) => (FORBIDDEN.test(name) ? [name] : [])),
  };
}

/** The scheme before a mark is that of the spec, unless the reader entered another, as the service writes it. */
function fillHeader(value: string, credentials: readonly string[]): string {
  const [, scheme = '', at] = /^(?:(\S+) )?hidden-credential-(\d+)$/.exec(value) ?? [];
  if (at === undefined) return value;
  const text = credentials[Number(at)] ?? '';
  if (scheme === 'Basic' && !/^basic /i.test(text))
    return `Basic ${text.includes(':') ? toBase64(new TextEncoder().encode(text)) : text}`;
  return scheme === '' || text.includes(' ') ? text : `${scheme} ${text}`;
}

function listFiles(names: readonly string[], contents: Readonly<Record<string, readonly File[]>>): File[] {
  const left = new Map(Object.entries(contents).map(([name, chosen]) => [name, [...chosen]]));
  return names.flatMap((name) => left.get(name)?.shift() ?? []);
}

const writeBody = (pieces: readonly ({ text: string } | { fileName: string })[], files: File[]): Blob =>
  new Blob(pieces.map((piece) => ('text' in piece ? piece.text : (files.shift() ?? ''))));

async function readBeginning(
  response: Response,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader && size <= MAX_SHOWN_BYTES) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  const isCut = size > MAX_SHOWN_BYTES;
  if (isCut) await reader?.cancel();
  const whole = new Uint8Array(await new Blob(chunks).arrayBuffer());
  return { bytes: whole.slice(0, MAX_SHOWN_BYTES), isCut };
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
