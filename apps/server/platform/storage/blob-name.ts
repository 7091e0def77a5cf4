import { isId } from '@lectern/std/ids';

const HASH_BYTES = 32;
const BLOB_NAME = /^[0-9a-f]{64}$/;

/**
 * The place of a blob below the store's root, as path segments: organization, shard, hash. The shard is the first
 * byte of the hash, so that no folder grows into the hundreds of thousands. Throws on anything but an id and a hash.
 */
export function blobSegments(organizationId: string, hash: Buffer): [string, string, string] {
  if (hash.length !== HASH_BYTES) throw new TypeError(`A blob is named by 32 bytes, not by ${hash.length}.`);
  const name = hash.toString('hex');
  return [organizationSegment(organizationId), name.slice(0, 2), name];
}

/** The organization's folder below the store's root. Throws on anything but a canonical UUID. */
export function organizationSegment(organizationId: string): string {
  if (!isId(organizationId)) throw new TypeError('Blobs belong to an organization, named by its id.');
  return organizationId;
}

/** The hash of a stored name; undefined for a name from elsewhere. */
export const findBlobHash = (name: string): Buffer | undefined =>
  BLOB_NAME.test(name) ? Buffer.from(name, 'hex') : undefined;
