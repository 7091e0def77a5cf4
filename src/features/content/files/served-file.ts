import type { Context } from '../../../context.ts';
import type { ContentStore } from '../revisions/content-store.ts';
import { hashFromBytes } from '../tree/hash.ts';
import { openFileUrl } from './file-url.ts';

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
  return async (spaceId: string, fileId: string, token: string): Promise<ServedFile | undefined> => {
    const space = await pointers.spaces.find(spaceId);
    if (!space || space.deletedAt) return undefined;
    const { organizationId, fileEpoch } = space;
    const hash = openFileUrl({ keys: keyRing.keys('files'), spaceId, fileId, fileEpoch, token });
    if (!hash) return undefined;
    const { snapshot } = await store.open(space, space.revisionId);
    const entry = snapshot.findFile(fileId);
    if (entry && entry.blob === hashFromBytes(hash)) {
      return { organizationId, hash, size: entry.size, contentType: entry.contentType, name: entry.name };
    }
    const blob = await db
      .selectFrom('blob')
      .select(['size', 'content_type'])
      .where('organization_id', '=', organizationId)
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!blob) return undefined;
    return {
      organizationId,
      hash,
      size: Number(blob.size),
      contentType: blob.content_type,
      name: entry?.name ?? 'file',
    };
  };
}
