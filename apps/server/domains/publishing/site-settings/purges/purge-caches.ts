import { sitePurges } from '../../../../platform/metrics/meters.ts';

const TIMEOUT_MS = 5_000;

/** Asks every cache to forget the responses with one of the tags. Returns why it failed; a purge can be repeated. */
export async function purgeCaches(
  urls: readonly string[],
  tags: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const problems = await Promise.all(urls.map((url) => purgeCache(url, tags, signal)));
  signal.throwIfAborted();
  return problems.filter((problem) => problem !== undefined).join(' ') || undefined;
}

async function purgeCache(
  url: string,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const { address, credentials, host } = splitCredentials(url);
  const problem = await fetch(address, {
    method: 'PURGE',
    headers: { 'surrogate-key': tags.join(' '), ...credentials },
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).then(
    async ({ status, body }) => {
      await body?.cancel();
      return status >= 200 && status < 300 ? undefined : `The cache ${host} returned status ${status}.`;
    },
    () => `The cache ${host} does not respond.`,
  );
  sitePurges.add(1, problem === undefined ? 'delivered' : 'failed');
  return problem;
}

/** `fetch` refuses addresses with a password. */
function splitCredentials(url: string): {
  address: string;
  host: string;
  credentials: Record<string, string>;
} {
  const parsed = new URL(url);
  const { username, password, host } = parsed;
  parsed.username = '';
  parsed.password = '';
  if (username === '' && password === '') return { address: parsed.href, host, credentials: {} };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { address: parsed.href, host, credentials: { authorization } };
}
