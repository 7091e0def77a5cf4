import type { Context } from '../../../../platform/context.ts';
import { NetworkError } from '../../../../platform/http/guarded-network.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import {
  type FetchProblem,
  findFetchedFiles,
  siteFileNotFetched,
  storeFetchedFile,
} from '../files/fetch-site-file.ts';
import { isFor, siteFileType } from '../files/site-files.service.ts';
import { listForeignFiles, mapFiles, type NamedFile } from './named-files.ts';

const AT_ONCE = 4;
const FETCH_MS = 10_000;
/** For what was named before files were stored: nobody waits long for a host that may be gone. */
const FORMER_MS = 3_000;
const ALL_MS = 30_000;

/**
 * Stores the pictures and fonts of other hosts that a customization names with the site; the result names the stored
 * ones. Addresses from which the site has a file already are not fetched again. Those that `former` names, the
 * customization so far, stay if they cannot be fetched.
 */
export async function storeFiles<Given extends object>(
  context: Context,
  site: SiteKey,
  { customization, former }: { customization: Given; former: object },
): Promise<Given> {
  const { sitesUrl } = context.config;
  const files = listForeignFiles(customization, sitesUrl);
  if (files.length === 0) return customization;
  const addresses = await findStored(context, site, files);
  const kept = new Set(listForeignFiles(former, sitesUrl).map(keyOf));
  const wanted = new Map(
    files.filter((file) => !addresses.has(keyOf(file))).map((file) => [keyOf(file), file]),
  );
  const failures = new Map<string, string>();
  const ended = AbortSignal.timeout(ALL_MS);
  const fetchOne = async ([key, file]: [string, NamedFile]): Promise<void> => {
    const limits = { timeoutMs: kept.has(key) ? FORMER_MS : FETCH_MS, signal: ended };
    try {
      addresses.set(key, (await storeFetchedFile(context, site, { ...file, ...limits })).url);
    } catch (error) {
      const why = explainFailure(error, file);
      if (why === undefined) throw error;
      if (!kept.has(key)) failures.set(key, why);
    }
  };
  const queue = [...wanted];
  while (queue.length > 0) await Promise.all(queue.splice(0, AT_ONCE).map(fetchOne));
  const problems = files.flatMap((file): FetchProblem[] => {
    const why = failures.get(keyOf(file));
    return why === undefined ? [] : [{ path: file.path, why }];
  });
  if (problems.length > 0) throw siteFileNotFetched(problems);
  return mapFiles(customization, (file) => addresses.get(keyOf(file)) ?? file.url);
}

const keyOf = ({ use, url }: NamedFile): string => `${use} ${url}`;

/** The addresses of the stored files, by what they were fetched for. */
async function findStored(
  context: Context,
  site: SiteKey,
  files: readonly NamedFile[],
): Promise<Map<string, string>> {
  const sourceUrls = [...new Set(files.map(({ url }) => url))];
  const stored = await findFetchedFiles(context, site, sourceUrls);
  return new Map(
    files.flatMap((file) => {
      const found = stored.get(file.url);
      return found && isFor(file.use, found.contentType) ? [[keyOf(file), found.url]] : [];
    }),
  );
}

/** Why a file cannot be stored, in a sentence; undefined if it is not because of the file or its host. */
function explainFailure(error: unknown, { use }: NamedFile): string | undefined {
  if (error instanceof NetworkError) return error.message;
  if (!siteFileType.matches(error)) return undefined;
  return use === 'font'
    ? 'It is not a WOFF2 or WOFF font.'
    : 'It is not a picture that browsers can show. Use an SVG, PNG, JPEG, WebP, AVIF, GIF or ICO file.';
}
