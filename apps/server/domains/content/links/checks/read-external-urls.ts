import type { DocumentReferences } from '@lectern/content/facts/references';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { createPause } from '../../../../platform/threads/pause.ts';
import type { LinkKind } from '../resolution/link.ts';
import { type LinkSource, resolveLink } from '../resolution/resolve-link.ts';
import { type ExternalUrl, readExternalUrl } from './external-url.ts';

/** The limit for one space; further addresses are not checked. */
const MAX_URLS = 50_000;
/** The number of documents in memory at once. */
const BATCH = 500;

interface Source extends LinkSource {
  document: Hash;
}

/** The addresses outside that a revision leads to: from its documents, its reusable contents and its link pages. */
export async function readExternalUrls(
  snapshot: Snapshot,
  options: {
    baseUrl: string;
    isOwn: (url: string) => boolean;
    loadParts: (hashes: Hash[]) => Promise<(hash: Hash) => DocumentReferences | undefined>;
  },
): Promise<ExternalUrl[]> {
  const urls = new Map<Hash, ExternalUrl>();
  const add = (source: LinkSource, reference: { kind: LinkKind; raw: string }): void => {
    const target = resolveLink(snapshot, options.baseUrl, source, reference);
    const external = target?.kind === 'url' ? readExternalUrl(target.url) : undefined;
    if (external && !options.isOwn(external.url)) urls.set(external.hash, external);
  };
  const summaryPath = snapshot.settings.repository?.summaryPath;
  for (const { entry } of snapshot.pages.pages()) {
    if (entry.type !== 'link' || entry.page !== undefined) continue;
    add({ kind: 'page', id: entry.id, path: summaryPath }, { kind: 'page-link', raw: entry.href });
  }
  const sources = [...listSources(snapshot)];
  const pause = createPause();
  for (let start = 0; start < sources.length; start += BATCH) {
    const batch = sources.slice(start, start + BATCH);
    const partOf = await options.loadParts(batch.map(({ document }) => document));
    for (const source of batch) {
      for (const reference of partOf(source.document)?.references ?? []) {
        if (urls.size >= MAX_URLS) return [...urls.values()];
        add(source, reference);
        const pausing = pause(1);
        if (pausing) await pausing;
      }
    }
  }
  return [...urls.values()];
}

function* listSources(snapshot: Snapshot): Generator<Source> {
  for (const { entry } of snapshot.pages.pages()) {
    if (entry.type !== 'document' || entry.document === undefined) continue;
    yield { kind: 'page', id: entry.id, path: entry.git?.path, document: entry.document };
  }
  for (const { id, document, git } of itemsOf(snapshot.reusables))
    yield { kind: 'reusable-content', id, path: git?.path, document };
}
