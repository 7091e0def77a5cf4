import { Readable } from 'node:stream';
import type { Context } from '../../../../platform/context.ts';
import { decodeBody } from '../../../../platform/http/decode-body.ts';
import { defineError } from '../../../../platform/http/errors.ts';
import { guardedFetch } from '../../../../platform/http/guarded-fetch.ts';
import { NetworkError } from '../../../../platform/http/guarded-network.ts';
import { baseName } from '../../../content/uploads/read-upload-body.ts';
import { renewFetchedSiteFiles } from '../../../content/uploads/site-files.queries.ts';
import {
  keepSiteFile,
  MAX_SITE_FILE_BYTES,
  type Site,
  type SiteFileUse,
  type StoredSiteFile,
  siteFileUrl,
} from './site-files.service.ts';

const FETCH_MS = 15_000;

export const siteFileNotFetched = defineError(
  { status: 409, reason: 'site-file-not-fetched' },
  (problems: readonly FetchProblem[]) => ({
    message: `${describeProblem(problems)} Upload the file instead.`,
    details: problems.map(({ path, why }) => ({ path, message: `could not be fetched: ${why}` })),
  }),
);

/** Why the file of a field could not be fetched, in a sentence. */
export interface FetchProblem {
  path: string;
  why: string;
}

function describeProblem([first, ...others]: readonly FetchProblem[]): string {
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `The file of ${first?.path}${more} could not be fetched: ${first?.why}`;
}

/** Fetches a file of another host, and stores it with the site, even if it was fetched before. */
export async function fetchSiteFile(context: Context, site: Site, url: string): Promise<StoredSiteFile> {
  try {
    return await storeFetchedFile(context, site, { url, timeoutMs: FETCH_MS });
  } catch (error) {
    if (error instanceof NetworkError) throw siteFileNotFetched([{ path: 'url', why: error.message }]);
    throw error;
  }
}

/**
 * Fetches a file of another host, and stores it with the site.
 * @throws NetworkError
 */
export async function storeFetchedFile(
  context: Context,
  site: Site,
  { url, use, ...limits }: { url: string; use?: SiteFileUse; timeoutMs: number; signal?: AbortSignal },
): Promise<StoredSiteFile> {
  const bytes = await fetchBytes(context, url, limits);
  const name = baseName(decodeName(new URL(url).pathname)) ?? 'picture';
  const staged = await context.blobs.stage(Readable.from([bytes]));
  try {
    return await keepSiteFile(context, site, { name: name.slice(0, 200), staged, sourceUrl: url, use });
  } finally {
    await staged.discard();
  }
}

async function fetchBytes(
  { config }: Pick<Context, 'config'>,
  url: string,
  limits: { timeoutMs: number; signal?: AbortSignal },
): Promise<Buffer> {
  const { hostname } = new URL(url);
  const response = await guardedFetch(url, {
    allowPrivate: config.allowPrivateNetworks,
    headers: { accept: 'image/*, font/*', 'accept-encoding': 'identity', 'user-agent': 'Lectern' },
    onlyUsualPorts: true,
    maxBytes: MAX_SITE_FILE_BYTES,
    ...limits,
  });
  if (response.status !== 200)
    throw new NetworkError('unreachable', `${hostname} returned status ${response.status}.`);
  const bytes = await decodeBody(response, MAX_SITE_FILE_BYTES);
  if (!bytes || bytes.length === 0)
    throw new NetworkError('unreachable', `What ${hostname} sent is empty or cannot be read.`);
  return bytes;
}

/** Finds the files that were fetched from some addresses before. */
export async function findFetchedFiles(
  context: Context,
  { organizationId, siteId }: Site,
  sourceUrls: readonly string[],
): Promise<ReadonlyMap<string, StoredSiteFile>> {
  const at = context.clock();
  const found = await context.transact(({ trx }) =>
    renewFetchedSiteFiles(trx, { organizationId, siteId }, { sourceUrls, at }),
  );
  return new Map(
    [...found].map(([url, file]) => [url, { ...file, url: siteFileUrl(context, siteId, file) }]),
  );
}

function decodeName(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
