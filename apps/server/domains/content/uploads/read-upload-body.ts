import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { invalidRequest } from '../../../platform/http/errors.ts';
import { payloadTooLarge } from '../../../platform/http/request-errors.ts';

/** A file as it arrives. */
export interface UploadBody {
  /** The name that the client gave it, without folders. */
  name: string | undefined;
  bytes: AsyncIterable<Buffer>;
  /** Waits for the end of the request. Throws if it was malformed. */
  end(): Promise<void>;
}

/** Room for the boundaries and headers of a form beside its file. */
const FORM_BYTES = 100_000;
const MAX_FIELDS = 20;

const malformedForm = (message: string) =>
  invalidRequest(`The form is not valid multipart/form-data: ${message.replace(/\.$/, '')}.`);
const cutOff = () => invalidRequest('The upload ended before all of its bytes had arrived.');

/** Reads a request whose body is a file, or a form with one file. Throws at once if its length is over the limit. */
export async function readUploadBody(request: IncomingMessage, maxBytes: number): Promise<UploadBody> {
  const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > maxBytes + (isForm ? FORM_BYTES : 0)) throw payloadTooLarge(maxBytes);
  if (isForm) return readForm(request, maxBytes);
  return {
    name: nameIn(request.headers),
    bytes: limitBytes(request, maxBytes),
    end: async () => {},
  };
}

/** Passes on at most so many bytes. */
async function* limitBytes(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw payloadTooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' ? cutOff() : error;
  }
}

/** The first file of a form. Another file is refused, fields are ignored. */
function readForm(request: IncomingMessage, maxBytes: number): Promise<UploadBody> {
  return new Promise((resolve, reject) => {
    const form = createForm(request);
    let isFound = false;
    const ended = new Promise<void>((finish, fail) => {
      form.once('finish', finish);
      form.once('error', (error: Error) => fail(malformedForm(error.message)));
      form.once('filesLimit', () => fail(invalidRequest('The form contains more than one file.')));
      request.once('close', () => {
        if (!request.readableEnded) fail(cutOff());
      });
    });
    // Without a file, the end of the form is the end of the request.
    ended.then(
      () => isFound || reject(invalidRequest('The form contains no file.')),
      (error) => reject(error),
    );
    form.on('file', (_field: string, file: Readable, name: string | undefined) => {
      isFound = true;
      // Whoever reads the file gets the error, also if nobody reads it yet.
      file.on('error', () => {});
      ended.catch((error) => file.destroy(error));
      resolve({ name: baseName(name), bytes: limitBytes(file, maxBytes), end: () => ended });
    });
    request.pipe(form);
  });
}

function createForm(request: IncomingMessage): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as IncomingHttpHeaders & { 'content-type': string },
      limits: { files: 1, fields: MAX_FIELDS, fieldSize: 1000 },
    });
  } catch (error) {
    throw malformedForm((error as Error).message);
  }
}

const EXTENDED_NAME = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const QUOTED_NAME = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const BARE_NAME = /;\s*filename\s*=\s*([^;\s"]+)/i;

/** The name in `Content-Disposition`: the form with an encoding before the one without. */
function nameIn({ 'content-disposition': header }: IncomingHttpHeaders): string | undefined {
  if (header === undefined) return undefined;
  const extended = EXTENDED_NAME.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return baseName(decodeURIComponent(extended));
    } catch {
      // Not UTF-8: the other form may help.
    }
  }
  const quoted = QUOTED_NAME.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  const plain = quoted ?? BARE_NAME.exec(header)?.[1];
  // Node.js reads headers as Latin-1; browsers send UTF-8.
  return plain === undefined ? undefined : baseName(Buffer.from(plain, 'latin1').toString('utf8'));
}

/** A name without folders. */
export const baseName = (name: string | undefined): string | undefined =>
  name?.split(/[/\\]/).at(-1)?.trim() || undefined;
