import { LRUCache } from 'lru-cache';
import { foldEmail } from '../db/fold-text.ts';
import { limitEntries } from '../http/entry-limit.ts';

/** The limit for mails of one kind to one address, no matter who requests them: enough for every honest use. */
const MAX_MAILS = 10;
const WINDOW_MS = 60 * 60 * 1000;
/** The maximum number of addresses remembered at once. */
const REMEMBERED = 50_000;

const sent = new LRUCache<string, { count: number; until: number }>(limitEntries(REMEMBERED));

/** Whether another mail may be sent there; if so, it is counted. The count belongs to this process. */
export function takeMail({ template, to }: { template: string; to: string }, now: Date): boolean {
  const key = `${template} ${foldEmail(to)}`;
  const known = sent.get(key);
  const mails = known && known.until > now.getTime() ? known : { count: 0, until: now.getTime() + WINDOW_MS };
  if (mails.count >= MAX_MAILS) return false;
  mails.count += 1;
  sent.set(key, mails);
  return true;
}
