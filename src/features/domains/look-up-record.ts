import { Resolver } from 'node:dns/promises';

/** `unknown`: DNS gave no answer, which says nothing about the domain. */
export type Finding = 'there' | 'absent' | 'unknown';

const QUERY_TIMEOUT_MS = 2000;
const TRIES = 2;
/** Whatever the servers do. */
const TOTAL_TIMEOUT_MS = 10_000;
/** What DNS answers with when there is no such name, or nothing of this kind at it. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Whether one of the TXT records at a name is this text. `servers`: whom to ask; undefined: the machine's resolvers. */
export async function lookUpRecord(
  servers: string[] | undefined,
  { name, value }: { name: string; value: string },
): Promise<Finding> {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const timeout = setTimeout(() => resolver.cancel(), TOTAL_TIMEOUT_MS);
  try {
    const records = await resolver.resolveTxt(name);
    // A long text comes in pieces.
    return records.some((pieces) => pieces.join('').trim() === value) ? 'there' : 'absent';
  } catch (error) {
    return ABSENT.has((error as NodeJS.ErrnoException).code ?? '') ? 'absent' : 'unknown';
  } finally {
    clearTimeout(timeout);
  }
}
