import { listAllHeaders, type Piece, writeMultipart } from './multipart-text.ts';
import { type NamedText, type SampleRequest, wholeUrl, writeForm } from './sample-request.ts';

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
  return {
    method: request.method,
    url: wholeUrl(request),
    headers: listAllHeaders(request),
    pieces: request.body && listPieces(request),
  };
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

function listPieces({ body }: SampleRequest): Piece[] {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'text':
      return [{ text: body.text }];
    case 'form':
      return [{ text: writeForm(body.fields) }];
    case 'file':
      return [{ fileName: body.fileName }];
    case 'multipart':
      return writeMultipart(body).pieces;
  }
}
