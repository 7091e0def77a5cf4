import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Hash, hashFromBytes, hashToBytes } from '../tree/hash.ts';

const OWNER_BYTES = 16;
const HASH_BYTES = 32;
const MAC_BYTES = 16;

/** The meaning of a document id: a source, together with the page or reusable content that shows it. */
export interface DocumentName {
  /** The page or reusable content whose place relative links are resolved from. */
  ownerId: string;
  hash: Hash;
}

/**
 * The opaque id of a document in a space. It is signed for the space, so that neither a guessed hash nor an id
 * from another space opens anything; the same document has the same id for as long as its owner shows it.
 */
export function sealDocumentId(key: Buffer, spaceId: string, { ownerId, hash }: DocumentName): string {
  const body = Buffer.concat([Buffer.from(ownerId.replaceAll('-', ''), 'hex'), hashToBytes(hash)]);
  return Buffer.concat([body, mac(key, spaceId, body)]).toString('base64url');
}

interface KnownId {
  key: Buffer;
  spaceId: string;
  hash: Hash;
  id: string;
}

/** By the entry of the page or reusable content: revisions share the entries that did not change. */
const knownIds = new WeakMap<Owner, KnownId>();

/** An entry of a tree, which never changes. */
interface Owner {
  id: string;
}

/** Returns the id of a document, signed once for each entry, because lists of pages show the ids of all documents. */
export function documentIdOf(key: Buffer, spaceId: string, owner: Owner, hash: Hash): string {
  const known = knownIds.get(owner);
  if (known && known.spaceId === spaceId && known.hash === hash && known.key.equals(key)) return known.id;
  const id = sealDocumentId(key, spaceId, { ownerId: owner.id, hash });
  knownIds.set(owner, { key, spaceId, hash, id });
  return id;
}

/** Undefined for anything that `sealDocumentId` did not make for this space under one of the keys. */
export function openDocumentId(
  keys: Buffer[],
  spaceId: string,
  documentId: string,
): DocumentName | undefined {
  const bytes = Buffer.from(documentId, 'base64url');
  if (bytes.length !== OWNER_BYTES + HASH_BYTES + MAC_BYTES) return undefined;
  const body = bytes.subarray(0, OWNER_BYTES + HASH_BYTES);
  const given = bytes.subarray(OWNER_BYTES + HASH_BYTES);
  if (!keys.some((key) => timingSafeEqual(mac(key, spaceId, body), given))) return undefined;
  const hex = body.subarray(0, OWNER_BYTES).toString('hex');
  const ownerId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { ownerId, hash: hashFromBytes(body.subarray(OWNER_BYTES)) };
}

const mac = (key: Buffer, spaceId: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(spaceId).update(body).digest().subarray(0, MAC_BYTES);
