import { listAllHeaders, type Piece, writeMultipart } from './multipart-text.ts';
import {
  type MultipartBody,
  type NamedText,
  type SampleRequest,
  wholeUrl,
  writeForm,
} from './sample-request.ts';

/** A request as it goes over the wire. */
export interface RequestMessage {
  method: string;
  url: string;
  headers: NamedText[];
  body: Uint8Array | undefined;
}

/** A request whose files are still to be filled in, in the order of the body. */
export interface OpenMessage extends Omit<RequestMessage, 'body'> {
  /** The body in pieces; undefined if there is none. */
  pieces: Piece[] | undefined;
}

export function openMessage(request: SampleRequest): OpenMessage {
  const { method, body } = request;
  const { type, pieces } = body?.kind === 'multipart' ? writeMultipart(body) : writePlain(body);
  return { method, url: wholeUrl(request), headers: listAllHeaders(request, type), pieces };
}

/** Writes a request with the contents of its files, which are in the order of the body. */
export function writeMessage(request: SampleRequest, files: readonly Uint8Array[]): RequestMessage {
  const { pieces, ...message } = openMessage(request);
  const left = [...files];
  const bytes = pieces?.map((piece) =>
    'text' in piece ? Buffer.from(piece.text) : (left.shift() ?? Buffer.alloc(0)),
  );
  return { ...message, body: bytes && Buffer.concat(bytes) };
}

/** Writes a request for people, with the names of files instead of their contents. */
export function showMessage(request: SampleRequest): string {
  const { method, url, headers, pieces } = openMessage(request);
  const body = pieces?.map((piece) => ('text' in piece ? piece.text : `(${piece.fileName})`)).join('');
  return [
    `${method} ${url}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body.replaceAll('\r\n', '\n')]),
  ].join('\n');
}

function writePlain(body: Exclude<SampleRequest['body'], MultipartBody>): {
  type: string | undefined;
  pieces: Piece[] | undefined;
} {
  const type = body?.mediaType;
  switch (body?.kind) {
    case undefined:
      return { type, pieces: undefined };
    case 'text':
      return { type, pieces: [{ text: body.text }] };
    case 'form':
      return { type, pieces: [{ text: writeForm(body.fields) }] };
    case 'file':
      return { type, pieces: [{ fileName: body.fileName }] };
  }
}
