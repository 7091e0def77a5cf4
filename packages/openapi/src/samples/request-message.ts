import { writeMultipart } from './multipart-text.ts';
import { listHeaders, type NamedText, type SampleRequest, wholeUrl, writeForm } from './sample-request.ts';

/** A request as it goes over the wire. */
export interface RequestMessage {
  method: string;
  url: string;
  headers: NamedText[];
  body: Uint8Array | undefined;
}

/** Writes a request with the contents of its files, which are in the order of the body. */
export function writeMessage(request: SampleRequest, files: readonly Uint8Array[]): RequestMessage {
  const { type, pieces } = listPieces(request);
  const left = [...files];
  const bytes = pieces.map((piece) =>
    'text' in piece ? Buffer.from(piece.text) : (left.shift() ?? Buffer.alloc(0)),
  );
  return {
    method: request.method,
    url: wholeUrl(request),
    headers: [...type, ...listHeaders(request, { hasType: false })],
    body: request.body ? Buffer.concat(bytes) : undefined,
  };
}

/** Writes a request for people, with the names of files instead of their contents. */
export function showMessage(request: SampleRequest): string {
  const { type, pieces } = listPieces(request);
  const body = pieces.map((piece) => ('text' in piece ? piece.text : `(${piece.fileName})`)).join('');
  return [
    `${request.method} ${wholeUrl(request)}`,
    ...[...type, ...listHeaders(request, { hasType: false })].map(({ name, value }) => `${name}: ${value}`),
    ...(request.body ? ['', body.replaceAll('\r\n', '\n')] : []),
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
