import { LRUCache } from 'lru-cache';
import type { Embed } from '../../server/domains/content/embeds/embeds.schemas.ts';
import { createEmbeds, type EmbedQuestion } from '../../server/domains/content/embeds/find-embed.ts';
import type { Context } from '../../server/platform/context.ts';
import { limitEntries } from '../../server/platform/http/entry-limit.ts';

/** What a page shows of an embedded address. */
export type ShownEmbed = Pick<Embed, 'title' | 'site' | 'picture'>;

interface Known {
  /** Null: there is nothing to show. */
  embed: ShownEmbed | null;
  /** The time from which it is asked for again. */
  until: number;
}

const MAX_KEPT = 5000;
const FOUND_MS = 3_600_000;
const FAILED_MS = 600_000;

/**
 * The titles and pictures of addresses that pages embed. Pages never wait for them: what is unknown is asked for, and
 * shown from the next time on. An outdated one is shown until there is a newer one.
 */
export class PageEmbeds {
  readonly #clock: Context['clock'];
  readonly #find: (question: EmbedQuestion) => Promise<Embed>;
  readonly #kept = new LRUCache<string, Known>(limitEntries(MAX_KEPT));
  readonly #asked = new Set<string>();

  constructor(context: Pick<Context, 'clock' | 'threads' | 'config'>) {
    this.#clock = context.clock;
    this.#find = createEmbeds(context);
  }

  /** Undefined: not known yet. */
  get(url: string): ShownEmbed | null | undefined {
    return this.#kept.get(url)?.embed;
  }

  /** Asks for it unless it is known. `caller`: sites take turns. */
  ask(url: string, caller: string): void {
    const known = this.#kept.get(url);
    if (this.#asked.has(url) || (known && known.until > this.#clock().getTime())) return;
    this.#asked.add(url);
    this.#find({ url, caller, beforeFetch: async () => undefined })
      .then(
        (embed) => this.#keep(url, embed, FOUND_MS),
        () => this.#keep(url, known?.embed ?? null, FAILED_MS),
      )
      .finally(() => this.#asked.delete(url));
  }

  #keep(url: string, embed: ShownEmbed | null, forMs: number): void {
    this.#kept.set(url, { embed, until: this.#clock().getTime() + forMs });
  }
}
