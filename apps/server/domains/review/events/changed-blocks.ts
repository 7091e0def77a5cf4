import { setTimeout as sleep } from 'node:timers/promises';
import { compareBlockKeys, listBlockKeys } from '@lectern/content/facts/block-keys';
import { decodeSource } from '@lectern/content/facts/document-facts';
import type { Hash } from '@lectern/content/tree/hash';
import { LRUCache } from 'lru-cache';
import { readSources } from '../../../content/facts/facts.repository.ts';
import type { DocumentStep } from '../../../platform/access/space-event.ts';
import type { Context } from '../../../platform/context.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import type { LoggedEvent } from './event-log.queries.ts';

/** Per page. Clients that are told of more blocks refetch the page. */
const MAX_BLOCKS = 100;
/** Documents that are compared for events that are read together. */
const MAX_DOCUMENTS = 100;
const MAX_SOURCE_BYTES = 300_000;
/** Events do not wait longer for a thread. */
const MAX_WAIT_MS = 1000;
/** Keys that are kept, of all documents together. */
const MAX_KEPT_KEYS = 200_000;

export const listBlockKeysTask = defineThreadTask(
  'list-block-keys',
  (sources: readonly string[]): string[][] => sources.map(listBlockKeys),
);

/**
 * Finds the blocks that content events changed, once for all streams of this process. This happens when the events are
 * sent, not when the content is stored, so that edits do not become slower.
 */
export class BlockFinder {
  readonly #context: Pick<Context, 'db' | 'threads' | 'log'>;
  /** The keys of documents. After an edit, those of the document before are known from the event before. */
  readonly #keys = new LRUCache<Hash, string[] | 'unknown'>({
    maxSize: MAX_KEPT_KEYS,
    sizeCalculation: (keys) => keys.length + 1,
  });

  constructor(context: Pick<Context, 'db' | 'threads' | 'log'>) {
    this.#context = context;
  }

  /** Adds the changed blocks to the pages of the events, except where they are many or unknown. */
  async addTo(organizationId: string, events: readonly LoggedEvent[]): Promise<void> {
    const steps: DocumentStep[] = [];
    for (const { body } of events)
      if (body.type === 'content')
        for (const { documents } of body.pages) if (documents) steps.push(documents);
    if (steps.length === 0) return;
    try {
      await this.#learn(organizationId, steps);
    } catch (error) {
      this.#context.log.warn({ err: error }, 'The changed blocks of pages could not be found.');
    }
    for (const { body } of events) {
      if (body.type !== 'content') continue;
      body.pages = body.pages.map(({ documents, ...page }) => ({
        ...page,
        ...this.#describe(documents),
      }));
    }
  }

  #describe(steps: DocumentStep | undefined): { blocks: string[]; removedBlocks: string[] } | undefined {
    if (!steps) return undefined;
    const [before, after] = [this.#keysOf(steps.before), this.#keysOf(steps.after)];
    if (!before || !after) return undefined;
    const { present, removed } = compareBlockKeys(before, after);
    if (present.length + removed.length > MAX_BLOCKS) return undefined;
    return { blocks: present, removedBlocks: removed };
  }

  #keysOf(hash: Hash | undefined): string[] | undefined {
    const keys = hash === undefined ? [] : this.#keys.get(hash);
    return keys === 'unknown' ? undefined : keys;
  }

  /** Reads what is not known of the documents, the latest first. */
  async #learn(organizationId: string, steps: readonly DocumentStep[]): Promise<void> {
    const { db, threads } = this.#context;
    const hashes = new Set(
      steps.toReversed().flatMap(({ before, after }) => [after ?? [], before ?? []].flat()),
    );
    const unknown = [...hashes].filter((hash) => !this.#keys.has(hash)).slice(0, MAX_DOCUMENTS);
    if (unknown.length === 0) return;
    const rows = await readSources(db, organizationId, unknown);
    // Long documents are left out where several are read.
    for (const [hash, { source }] of [...rows])
      if (source === null)
        for (const [, row] of await readSources(db, organizationId, [hash])) rows.set(hash, row);
    const read = [...rows].flatMap(([hash, { source }]) =>
      source === null || source.length > MAX_SOURCE_BYTES ? [] : [{ hash, text: decodeSource(source).text }],
    );
    // Documents that are too long or missing are not read again for each event.
    const known = new Set(read.map(({ hash }) => hash));
    for (const hash of unknown) if (!known.has(hash)) this.#keys.set(hash, 'unknown');
    const texts = read.map(({ text }) => text);
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    const options = { lane: 'request', deadlineMs: MAX_WAIT_MS, length } as const;
    const work = runBySize(threads, listBlockKeysTask, texts, options).then((lists) => {
      for (const [n, { hash }] of read.entries()) this.#keys.set(hash, lists[n] as string[]);
    });
    await Promise.race([work, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
  }
}
