import { createHash } from 'node:crypto';
import { addBlockText } from '@lectern/content/facts/block-text';
import type { Block, Heading, JSONDocument, Update } from '@lectern/markdown/document';
import { NO_PIECES } from '@lectern/render/pieces';
import type { References } from '@lectern/render/references';
import type { ContentStore } from '../../server/content/revisions/content-store.ts';
import { viewRevision } from '../../server/content/revisions/revision-view.ts';
import { parseJson } from '../../server/domains/content/revisions/content-reads.ts';
import { DocumentReads } from '../../server/domains/content/revisions/document-reads.ts';
import { renderHtml } from '../../server/domains/content/revisions/render-html.ts';
import { nameOf } from '../../server/pages/parts/name.ts';
import type { Context } from '../../server/platform/context.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { createPause } from '../../server/platform/threads/pause.ts';
import { createPublishedReferences } from '../published-references.ts';
import type { Reading, SiteReadings } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';
import { absolutePlace } from './absolute-place.ts';

/** An update that a page of the site announces. */
export interface SiteUpdate {
  /** Stays the same when the text of the update is corrected. */
  id: string;
  title: string;
  /** Where it is on its page: its heading, if it has one. */
  href: string;
  date: Date;
  tags: readonly string[];
  html: string;
}

type ListUpdates = (readings: Iterable<Reading>) => Promise<SiteUpdate[]>;

/** Pages with updates that are read for one feed, and the updates in it. */
const MAX_PAGES = 50;
const MAX_UPDATES = 50;

/** Lists the latest updates on the pages of a site that a visitor sees, the newest first. */
export function createListUpdates(
  context: Pick<Context, 'config' | 'keyRing' | 'threads'>,
  store: ContentStore,
  { evaluate }: Pick<SiteReadings, 'evaluate'>,
): ListUpdates {
  const { config } = context;
  const documents = new DocumentReads(context, store);

  async function readUpdates(reading: Reading, page: VisiblePage): Promise<Update[]> {
    const { entry } = page;
    if (entry.type !== 'document') return [];
    const { open } = reading;
    const { outcomes, see } = await evaluate(reading, page);
    const document = await documents.blocks(
      { ...open, sight: see(open.snapshot) },
      { hash: entry.document, path: entry.git?.path },
      { isDereferenced: true, outcomes },
    );
    return findUpdates(parseJson(document));
  }

  async function presentUpdates(
    reading: Reading,
    page: VisiblePage,
    wanted: readonly DatedUpdate[],
  ): Promise<SiteUpdate[]> {
    const view = await viewRevision(context, store, reading.open, { hasGit: true, isComputed: false }, []);
    const base = siteUrl(config, reading.resolved.open.site);
    const pageUrl = new URL(reading.place.pageHref(page.entry.id), base).href;
    const references = leadingAway(
      createPublishedReferences(view, absolutePlace(config, reading, 'html')),
      pageUrl,
    );
    return wanted.map(({ update, date, name }) => {
      const { nodes, data } = update;
      const { html: text } = renderHtml(nodes, {
        references,
        pieces: NO_PIECES,
        parts: undefined,
        words: undefined,
        withoutAnchors: true,
      });
      const anchor = headingOf(nodes)?.meta?.id;
      return {
        id: `${pageUrl}#${name}`,
        title: titleOf(nodes) ?? nameOf(page.entry.title),
        href: anchor === undefined || anchor === '' ? pageUrl : `${pageUrl}#${encodeURIComponent(anchor)}`,
        date,
        tags: (data.tags ?? []).map(({ tag }) => tag),
        html: text,
      };
    });
  }

  return async (readings) => {
    const found: { reading: Reading; page: VisiblePage; dated: DatedUpdate }[] = [];
    let pages = 0;
    for (const reading of readings)
      for (const page of reading.place.contents.readingOrder) {
        if (page.settings?.hasUpdates !== true || pages >= MAX_PAGES) continue;
        pages += 1;
        for (const dated of listDated(await readUpdates(reading, page), page.entry.id))
          found.push({ reading, page, dated });
      }
    found.sort((one, other) => other.dated.date.getTime() - one.dated.date.getTime());
    const pause = createPause();
    const updates: SiteUpdate[] = [];
    for (const { reading, page, dated } of found.slice(0, MAX_UPDATES)) {
      updates.push(...(await presentUpdates(reading, page, [dated])));
      await pause(64);
    }
    return updates;
  };
}

interface DatedUpdate {
  update: Update;
  date: Date;
  /** Tells it from the others of its page. */
  name: string;
}

/** Without those whose date is none. */
function listDated(updates: readonly Update[], pageId: string): DatedUpdate[] {
  const names = new Map<string, number>();
  return updates.flatMap((update) => {
    const date = new Date(update.data.date);
    if (Number.isNaN(date.getTime())) return [];
    const about = `${pageId} ${update.data.date} ${titleOf(update.nodes) ?? ''}`;
    const count = (names.get(about) ?? 0) + 1;
    names.set(about, count);
    const name = createHash('sha256').update(`${about} ${count}`).digest('base64url').slice(0, 16);
    return [{ update, date, name }];
  });
}

/** Links within the page lead to it: there is no page around the update in a feed. */
const leadingAway = (references: References, pageUrl: string): References => ({
  ...references,
  find(reference) {
    const found = references.find(reference);
    return found?.href.startsWith('#') ? { ...found, href: pageUrl + found.href } : found;
  },
});

function findUpdates({ nodes }: JSONDocument): Update[] {
  const found: Update[] = [];
  const visit = (block: Block): void => {
    if (block.type === 'update') {
      found.push(block);
      return;
    }
    for (const child of block.nodes ?? []) if (child.object === 'block') visit(child as Block);
  };
  for (const block of nodes) visit(block);
  return found;
}

const MAX_TITLE = 200;

const headingOf = (nodes: readonly Block[]): Heading | undefined => nodes.find(isHeading);

const isHeading = (block: Block): block is Heading => block.type.startsWith('heading-');

/** The first heading, or else the first words. */
function titleOf(nodes: readonly Block[]): string | undefined {
  const first = headingOf(nodes) ?? nodes[0];
  const lines: string[] = [];
  if (first) addBlockText(first, lines);
  const [text] = lines;
  return text === undefined || text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1)}…`;
}
