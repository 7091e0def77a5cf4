import { writeMultipart } from './multipart-text.ts';
import { listHeaders, type NamedText, type SampleRequest, wholeUrl, writeForm } from './sample-request.ts';

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
  pieces: ({ text: string } | { fileName: string })[] | undefined;
}

export function openMessage(request: SampleRequest): OpenMessage {
  const { type, pieces } = listPieces(request);
  return {
    method: request.method,
    url: wholeUrl(request),
    headers: [...type, ...listHeaders(request, { hasType: false })],
    pieces: request.body && pieces,
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

/** The body in pieces, with the header of its type. */
function listPieces({ body }: SampleRequest): {
  type: NamedText[];
  pieces: ({ text: string } | { fileName: string })[];
} {
  if (!body) return { type: [], pieces: [] };
  const typeOf = (value: string): NamedText[] => [{ name: 'Content-Type', value }];
  switch (body.kind) {
    case 'text':
      return { type: typeOf(body.mediaType), pieces: [{ text: body.text }] };
    case 'form':
      return { type: typeOf(body.mediaType), pieces: [{ text: writeForm(body.fields) }] };
    case 'file':
      return { type: typeOf(body.mediaType), pieces: [{ fileName: body.fileName }] };
    case 'multipart': {
      const { boundary, pieces } = writeMultipart(body.parts);
      return { type: typeOf(`${body.mediaType}; boundary=${boundary}`), pieces };
    }
  }
}
