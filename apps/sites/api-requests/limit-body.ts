import { type Readable, Transform } from 'node:stream';
import { payloadTooLarge } from '../../server/platform/http/request-errors.ts';

/** A request's body that ends with an error when it is longer: for addresses of a route with a higher limit. */
export function limitBody(body: Readable, maxBytes: number): Readable {
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? payloadTooLarge(maxBytes) : null, chunk);
    },
  });
  body.on('error', (error) => limited.destroy(error));
  return body.pipe(limited);
}
