import { Resolver } from 'node:dns/promises';

/** `unknown`: DNS did not respond, so the state of the domain is not known. */
export type Finding = 'there' | 'absent' | 'unknown';

const QUERY_TIMEOUT_MS = 2000;
const TRIES = 2;
/** The limit for the whole lookup, however the servers behave. */
const TOTAL_TIMEOUT_MS = 10_000;
/** The error codes of DNS when the name, or a record of this type, does not exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Whether one of the TXT records of a name equals this text. `servers`: the DNS servers; undefined for the machine's
 * resolvers.
 */
export async function lookUpRecord(
  servers: string[] | undefined,
  { name, value }: { name: string; value: string },
): Promise<Finding> {
  const texts = await lookUpTexts(servers, name);
  if (!texts) return 'unknown';
  return texts.includes(value) ? 'there' : 'absent';
}

/** The texts of the TXT records of a name; undefined if DNS did not respond. */
export async function lookUpTexts(
  servers: string[] | undefined,
  name: string,
): Promise<string[] | undefined> {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const timeout = setTimeout(() => resolver.cancel(), TOTAL_TIMEOUT_MS);
  try {
    const records = await resolver.resolveTxt(name);
    // DNS splits a long text into pieces.
    return records.map((pieces) => pieces.join('').trim());
  } catch (error) {
    return ABSENT.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
  } finally {
    clearTimeout(timeout);
  }
}
