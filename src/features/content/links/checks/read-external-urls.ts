import type { FactsStore } from '../../facts/facts-store.ts';
import type { Hash } from '../../tree/hash.ts';
import { itemsOf } from '../../tree/merkle-list.ts';
import type { Snapshot } from '../../tree/snapshot.ts';
import { type ExternalUrl, readExternalUrl } from './external-url.ts';

/** Of one space; what comes after them is not checked. */
const MAXIMUM_URLS = 50_000;
/** How many documents are in memory at once. */
const BATCH = 500;

/** The addresses outside that a revision refers to: of its documents, its reusable contents and its link pages. */
export async function readExternalUrls(
  snapshot: Snapshot,
  {
    organizationId,
    facts,
    isOwn,
  }: { organizationId: string; facts: FactsStore; isOwn: (url: string) => boolean },
): Promise<ExternalUrl[]> {
  const urls = new Map<Hash, ExternalUrl>();
  const add = (raw: string): void => {
    const external = readExternalUrl(raw);
    if (external && urls.size < MAXIMUM_URLS && !isOwn(external.url)) urls.set(external.hash, external);
  };
  const documents: Hash[] = [];
  for (const { entry } of snapshot.pages.pages()) {
    if (entry.type === 'link') add(entry.href);
    if (entry.type === 'document' && entry.document) documents.push(entry.document);
  }
  for (const { document } of itemsOf(snapshot.reusables)) documents.push(document);
  for (let start = 0; start < documents.length; start += BATCH) {
    const batch = documents.slice(start, start + BATCH);
    const partOf = await facts.load(organizationId, 'references', batch);
    for (const hash of batch) for (const { raw } of partOf(hash)?.references ?? []) add(raw);
  }
  return [...urls.values()];
}
