import { LRUCache } from 'lru-cache';
import { openFileUrl } from '../../server/content/files/file-url.ts';
import type { ContentStore } from '../../server/content/revisions/content-store.ts';
import { createServedFiles, type ServedFile } from '../../server/content/revisions/served-file.ts';
import { findSiteFile } from '../../server/domains/content/uploads/site-files.queries.ts';
import { siteFileAddress } from '../../server/domains/publishing/site-settings/files/site-files.service.ts';
import type { Context } from '../../server/platform/context.ts';
import { limitEntries } from '../../server/platform/http/entry-limit.ts';

/** Finds the file of an address. `ownerId`: the space or the site to which it belongs. */
export type FindServedFile = (
  ownerId: string,
  fileId: string,
  token: string,
) => Promise<ServedFile | undefined>;

/** Opens the addresses of the files of spaces, and of those that are stored with sites, unless their organization is suspended. */
export function createFindServedFile(context: Context, store: ContentStore): FindServedFile {
  const findOfSpace = createServedFiles(context, store);
  const { db, pointers, keyRing } = context;
  const opened = new LRUCache<string, ServedFile>(limitEntries(1000));

  async function findOfSite(siteId: string, siteFileId: string, token: string) {
    const site = await pointers.sites.find(siteId);
    if (!site) return undefined;
    const address = `${siteId}/${siteFileId}/${token}`;
    const known = opened.get(address);
    if (known) return known;
    const keys = keyRing.keys('files');
    const hash = openFileUrl({ keys, ...siteFileAddress(siteId, siteFileId), token });
    const { organizationId } = site;
    const found = hash && (await findSiteFile(db, { organizationId, siteId, siteFileId }));
    if (!found?.hash.equals(hash as Buffer)) return undefined;
    const { size, contentType, name } = found;
    const file = { organizationId, hash: found.hash, size, contentType, name };
    opened.set(address, file);
    return file;
  }

  return async (ownerId, fileId, token) => {
    const file = (await findOfSpace(ownerId, fileId, token)) ?? (await findOfSite(ownerId, fileId, token));
    const organization = file && (await pointers.organizations.find(file.organizationId));
    return organization && !organization.isSuspended ? file : undefined;
  };
}
