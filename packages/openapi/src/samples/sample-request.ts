import { isFormDataType } from '../examples/media-types.ts';

/** A request as an example, with everything filled in: what all samples send. */
export interface SampleRequest {
  /** In capitals, unless the spec names another method. */
  method: string;
  /** The address without the query. */
  url: string;
  query: QueryPair[];
  headers: NamedText[];
  cookies: NamedText[];
  /** Whether the client has to have a certificate: `client.pem` with its key, or both in `client.p12`. */
  hasCertificate: boolean;
  body: SampleBody | undefined;
  /** The name of the example that is the body; empty for one without a name. */
  bodyExample: string;
}

export interface NamedText {
  name: string;
  value: string;
}

export interface QueryPair extends NamedText {
  /** As it is written in the address. */
  text: string;
}

export type SampleBody =
  | { kind: 'text'; mediaType: string; text: string; isJson: boolean }
  | { kind: 'form'; mediaType: string; fields: NamedText[] }
  | MultipartBody
  | { kind: 'file'; mediaType: string; fileName: string };

export interface MultipartBody {
  kind: 'multipart';
  mediaType: string;
  parts: SamplePart[];
}

/** A part is a text or a file. Without a type, it has the one that is usual for its kind. Only parts in an order have no name. */
export type SamplePart = { name?: string; mediaType?: string; headers?: NamedText[] } & (
  | { value: string }
  | { fileName: string }
);

export const hasFiles = (body: SampleBody): boolean =>
  body.kind === 'file' || (body.kind === 'multipart' && body.parts.some((part) => 'fileName' in part));

/** Whether it is a form as browsers send it, for which most languages have functions. */
export const isBrowserForm = ({ mediaType, parts }: MultipartBody): boolean =>
  isFormDataType(mediaType) && parts.every(({ name, headers }) => name !== undefined && !headers);

export const wholeUrl = ({ url, query }: SampleRequest): string =>
  query.length === 0
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}${query.map(({ text }) => text).join('&')}`;

/** The headers with the cookies, and with the type of the body unless the language adds it. */
export function listHeaders(
  { headers, cookies, body }: SampleRequest,
  { hasCookies = true, hasType = body?.kind === 'text' || body?.kind === 'file' } = {},
): NamedText[] {
  return [
    ...(body && hasType ? [{ name: 'Content-Type', value: body.mediaType }] : []),
    ...headers,
    ...(hasCookies && cookies.length > 0 ? [{ name: 'Cookie', value: writeCookies(cookies) }] : []),
  ];
}

export const writeCookies = (cookies: readonly NamedText[]): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** A form as it is sent in a body. */
export const writeForm = (fields: readonly NamedText[]): string =>
  fields.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
