import { Readable } from 'node:stream';
import { newId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { fileDownloadUrl } from '../../../../content/files/file-url.ts';
import { describeMedia } from '../../../../content/files/media-type.ts';
import type { SitePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError, invalidField } from '../../../../platform/http/errors.ts';
import { guardedFetch } from '../../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../../platform/http/guarded-network.ts';
import type { StagedBlob } from '../../../../platform/storage/blob-store.ts';
import { baseName, readUploadBody } from '../../../content/uploads/read-upload-body.ts';
import { checkName, fingerprintOf, HEAD_BYTES, keepStaged } from '../../../content/uploads/receive-upload.ts';
import { insertSiteFile, type SiteFile } from '../../../content/uploads/site-files.queries.ts';

const MAX_SITE_FILE_BYTES = 2_000_000;
const MAX_FILES = 100;
const FETCH_MS = 15_000;

/** Pictures that every browser shows, and fonts for the web. */
const TYPES = new Set([
  'font/woff',
  'font/woff2',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'image/x-icon',
]);

export const siteFileType = defineError(
  { status: 415, reason: 'site-file-type' },
  'This is not a picture or a font that browsers can show. Use an SVG, PNG, JPEG, WebP, AVIF, GIF, ICO, WOFF2 or WOFF file.',
);
export const tooManySiteFiles = defineError(
  { status: 409, reason: 'too-many-site-files' },
  `A site can store ${MAX_FILES} files. Those that its customization does not use are deleted after a day.`,
);
export const siteFileNotFetched = defineError(
  { status: 409, reason: 'site-file-not-fetched' },
  (why: string) => ({
    message: `The picture could not be fetched: ${why} Upload the file instead.`,
    details: [{ path: 'url', message: 'could not be fetched' }],
  }),
);

export interface StoredSiteFile extends SiteFile {
  url: string;
}

type Site = Pick<SitePointer, 'organizationId' | 'siteId'>;

/** Receives a file for the customization of a site. */
export async function receiveSiteFile(
  context: Context,
  request: FastifyRequest,
  { site, name: given }: { site: Site; name: string | undefined },
): Promise<StoredSiteFile> {
  const body = await readUploadBody(request.raw, MAX_SITE_FILE_BYTES);
  const name = checkName(given ?? body.name);
  const staged = await context.blobs.stage(body.bytes);
  try {
    await body.end();
    await request.keyed?.describeBody(context.db, fingerprintOf(request, name, staged.hash));
    return await keepSiteFile(context, site, { name, staged });
  } finally {
    await staged.discard();
  }
}

/** Fetches a picture of another host, and stores it with the site. */
export async function fetchSiteFile(context: Context, site: Site, url: string): Promise<StoredSiteFile> {
  const bytes = await fetchBytes(context, url);
  const name = baseName(decodeName(new URL(url).pathname)) ?? 'picture';
  const staged = await context.blobs.stage(Readable.from([bytes]));
  try {
    return await keepSiteFile(context, site, { name: name.slice(0, 200), staged });
  } finally {
    await staged.discard();
  }
}

async function fetchBytes({ config }: Pick<Context, 'config'>, url: string): Promise<Buffer> {
  try {
    const { status, body } = await guardedFetch(url, {
      allowPrivate: config.allowPrivateNetworks,
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Lectern' },
      onlyUsualPorts: true,
      maxBytes: MAX_SITE_FILE_BYTES,
      timeoutMs: FETCH_MS,
    });
    if (status !== 200) throw siteFileNotFetched(`Its host returned status ${status}.`);
    return body;
  } catch (error) {
    if (error instanceof NetworkError) throw siteFileNotFetched(error.message);
    throw error;
  }
}

function decodeName(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

async function keepSiteFile(
  context: Context,
  { organizationId, siteId }: Site,
  { name, staged }: { name: string; staged: StagedBlob },
): Promise<StoredSiteFile> {
  if (staged.size === 0) throw invalidField('', 'must not be empty');
  // Nothing else is stored: the type decides how browsers get the file.
  const { contentType } = await describeMedia(name, await staged.readHead(HEAD_BYTES));
  if (!TYPES.has(contentType)) throw siteFileType();
  const file = {
    siteFileId: newId(),
    name,
    ...(await keepStaged(context, { key: { organizationId }, name, staged })),
  };
  const at = context.clock();
  const isStored = await context.transact(({ trx }) =>
    insertSiteFile(trx, { organizationId, siteId }, { file, at, limit: MAX_FILES }),
  );
  if (!isStored) throw tooManySiteFiles();
  return { ...file, url: siteFileUrl(context, siteId, file) };
}

/** The address of a file of a site: like that of a file of a space, with the site in its place. */
const siteFileUrl = (
  { config, keyRing }: Pick<Context, 'config' | 'keyRing'>,
  siteId: string,
  { siteFileId, hash, name }: SiteFile,
): string =>
  fileDownloadUrl({
    ...siteFileAddress(siteId, siteFileId),
    sitesUrl: config.sitesUrl,
    key: keyRing.keys('files')[0] as Buffer,
    blobHash: hash,
    name,
  });

/** What the capability of a file of a site is bound to. */
export const siteFileAddress = (siteId: string, siteFileId: string) => ({
  spaceId: siteId,
  fileId: siteFileId,
  fileEpoch: 0,
});
