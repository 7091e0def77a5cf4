import { createHash } from 'node:crypto';
import type { DescribeParts } from '@lectern/render/spec-parts';
import { LRUCache } from 'lru-cache';
import type { ContentStore } from '../../server/content/revisions/content-store.ts';
import { viewRevision } from '../../server/content/revisions/revision-view.ts';
import type { Evaluation } from '../../server/domains/content/revisions/adaptive-reads.ts';
import { DocumentReads } from '../../server/domains/content/revisions/document-reads.ts';
import { nameOf } from '../../server/pages/parts/name.ts';
import type { Context } from '../../server/platform/context.ts';
import { createPublishedReferences } from '../published-references.ts';
import type { KeptBody } from '../responses/send-compressed.ts';
import { isPublicSite, type Reading, type SiteReadings } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';
import { absolutePlace } from './absolute-place.ts';
import { canonicalUrlOf } from './canonical-url.ts';

/** A page as Markdown, as it is sent. */
export interface MarkdownPage extends KeptBody {
  entityTag: string;
  /** The address of the page for people. */
  canonicalUrl: string;
  isIndexed: boolean;
}

export interface PageMarkdown {
  /** Kept in memory by everything that it depends on. */
  read(reading: Reading, page: VisiblePage): Promise<MarkdownPage>;
  /** Returns the same text without caching it: for programs that read all pages. */
  write(reading: Reading, page: VisiblePage): Promise<string>;
}

const CACHE_BYTES = 16_000_000;

/** Pages as their visitors see them, as Markdown. */
export function createPageMarkdown(
  context: Pick<Context, 'config' | 'keyRing' | 'threads'>,
  store: ContentStore,
  readings: Pick<SiteReadings, 'evaluate' | 'keyOf'>,
  describeParts: DescribeParts,
): PageMarkdown {
  const { config } = context;
  const documents = new DocumentReads(context, store, describeParts);
  const kept = new LRUCache<string, MarkdownPage>({
    maxSize: CACHE_BYTES,
    // The compressed forms add about a third.
    sizeCalculation: ({ body }) => Math.ceil(body.length * 1.35) + 500,
  });

  async function write(
    reading: Reading,
    { entry, computed }: VisiblePage,
    evaluation: Evaluation,
  ): Promise<string> {
    const { open } = reading;
    const document = entry.type === 'document' ? entry : undefined;
    const view = await viewRevision(context, store, open, { hasGit: true, isComputed: false }, []);
    const references = createPublishedReferences(view, absolutePlace(config, reading, 'markdown'));
    return documents.publishedMarkdown(
      { ...open, sight: evaluation.see(open.snapshot) },
      { hash: document?.document, blocks: computed?.blocks, path: document?.git?.path },
      { outcomes: evaluation.outcomes, title: nameOf(entry.title) },
      references,
    );
  }

  return {
    async read(reading, page) {
      const evaluation = await readings.evaluate(reading, page);
      const key = JSON.stringify([...readings.keyOf(reading), page.entry.id, evaluation.key]);
      const known = kept.get(key);
      if (known) return known;
      const body = Buffer.from(await write(reading, page, evaluation));
      const isPublic = isPublicSite(reading.resolved);
      const made: MarkdownPage = {
        body,
        compressed: {},
        entityTag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
        canonicalUrl: canonicalUrlOf(config, reading, page),
        isIndexed: isPublic && page.settings?.noRobotsIndex !== true,
      };
      if (!evaluation.isFleeting) kept.set(key, made);
      return made;
    },
    write: async (reading, page) => write(reading, page, await readings.evaluate(reading, page)),
  };
}
