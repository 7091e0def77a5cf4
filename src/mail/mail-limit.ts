import { LRUCache } from 'lru-cache';
import { foldEmail } from '../db/fold-text.ts';

/** Of one kind to one address, whoever asks for them: nobody needs more, and nobody is to get them. */
const MAX_MAILS = 10;
const WINDOW_MS = 60 * 60 * 1000;
/** Of addresses that are remembered at once. */
const REMEMBERED = 50_000;

const sent = new LRUCache<string, { count: number; until: number }>({ max: REMEMBERED });

/** Whether one more may go there; it counts then. In this process alone. */
export function takeMail({ template, to }: { template: string; to: string }, now: Date): boolean {
  const key = `${template} ${foldEmail(to)}`;
  const known = sent.get(key);
  const mails = known && known.until > now.getTime() ? known : { count: 0, until: now.getTime() + WINDOW_MS };
  if (mails.count >= MAX_MAILS) return false;
  mails.count += 1;
  sent.set(key, mails);
  return true;
}
