import { hashFromBytes } from '@lectern/content/tree/hash';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../platform/context.ts';
import { limitEntries } from '../../platform/http/entry-limit.ts';
import { findBlob } from '../files/blobs.repository.ts';
import { openFileUrl } from '../files/file-url.ts';
import type { ContentStore } from './content-store.ts';

export interface ServedFile {
  organizationId: string;
  hash: Buffer;
  size: number;
  contentType: string;
  name: string;
}

/**
 * Opens a file's address: its token names the blob and is signed for the space, the file and the space's file epoch.
 * A file that the current revision no longer holds is still served: older revisions show the same address.
 */
export function createServedFiles({ db, pointers, keyRing }: Context, store: ContentStore) {
  // The target of an address is fixed as long as the space's epoch is: a popular address is checked once.
  const opened = new LRUCache<string, ServedFile>(limitEntries(5000));

  return async (spaceId: string, fileId: string, token: string): Promise<ServedFile | undefined> => {
    const space = await pointers.spaces.find(spaceId);
    if (!space || space.deletedAt) return undefined;
    const { organizationId, fileEpoch } = space;
    const address = `${spaceId}/${fileEpoch}/${fileId}/${token}`;
    const known = opened.get(address);
    if (known) return known;
    const hash = openFileUrl({ keys: keyRing.keys('files'), spaceId, fileId, fileEpoch, token });
    if (!hash) return undefined;
    const { snapshot } = await store.open(space, space.revisionId);
    const entry = snapshot.findFile(fileId);
    const facts = entry?.blob === hashFromBytes(hash) ? entry : await findBlob(db, organizationId, hash);
    if (!facts) return undefined;
    const { size, contentType } = facts;
    const file = { organizationId, hash, size, contentType, name: entry?.name ?? 'file' };
    opened.set(address, file);
    return file;
  };
}
