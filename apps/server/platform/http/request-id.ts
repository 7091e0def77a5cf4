import { randomBytes } from 'node:crypto';

/**
 * Names requests: a random prefix for this process and a running number. Unique across processes and far
 * cheaper than a random identifier for each request.
 */
export function createRequestIds(prefix = randomBytes(6).toString('hex')): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
