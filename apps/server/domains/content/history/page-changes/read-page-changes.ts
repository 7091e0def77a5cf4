import { createHash } from 'node:crypto';
import type { PageEntry } from '@lectern/content/tree/entries';
import {
  createObjectAddresses,
  createReferences,
  listDestinations,
  type References,
} from '@lectern/render/references';
import { pageNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import { viewRevision } from '../../../../content/revisions/revision-view.ts';
import type { Context } from '../../../../platform/context.ts';
import { JsonAnswer } from '../../../../platform/http/make-once.ts';
import {
  emptyDocument,
  inThread,
  isRenderedInPlace,
  renderDocument,
  resolveSource,
  THREAD_OPTIONS,
} from '../../revisions/render-document.ts';
import { describePageChanges } from '../describe-changes.ts';
import {
  compareDocuments,
  compareDocumentsTask,
  type DocumentVersion,
  type VersionInput,
} from './compare-documents.ts';

/** The revisions before and after the changes. */
export interface ComparedRevisions {
  before: OpenRevision;
  after: OpenRevision;
}

interface PageVersion {
  open: OpenRevision;
  path: string | undefined;
  /** Undefined: the page does not exist there, or has no text. */
  source: Buffer | undefined;
  isUnreadable: boolean;
}

/** Reads the changes of a page with aligned blocks of both revisions: in place if they are small, else in a thread. */
export async function readPageChanges(
  context: Pick<Context, 'config' | 'keyRing' | 'threads'>,
  store: ContentStore,
  { before, after }: ComparedRevisions,
  { pageId, hasHtml }: { pageId: string; hasHtml: boolean },
): Promise<JsonAnswer> {
  const [old, current] = [before, after].map((open) => open.snapshot.pages.find(pageId)?.entry);
  if (!old && !current) throw pageNotFound();
  const changes = await describePageChanges(context, store, { before, after }, pageId);
  const versions = {
    before: await readVersion(store, before, old),
    after: await readVersion(store, after, current),
  };
  const blocks = await compareVersions(context, store, versions, hasHtml);
  const head = JSON.stringify({
    base: before.revision.revisionId,
    revision: after.revision.revisionId,
    changes,
    blocks: [],
  }).slice(0, -3);
  const body = Buffer.concat([Buffer.from(head), blocks, Buffer.from('}')]);
  return new JsonAnswer(body, createHash('sha256').update(body).digest('base64url').slice(0, 27));
}

async function readVersion(
  store: ContentStore,
  open: OpenRevision,
  entry: PageEntry | undefined,
): Promise<PageVersion> {
  const { document: hash, git } = entry?.type === 'document' ? entry : {};
  const { organizationId } = open.space;
  if (hash === undefined) return { open, path: undefined, source: undefined, isUnreadable: false };
  const source = await store.getSource(organizationId, hash);
  const factsOf = await store.facts.load(organizationId, 'facts', [hash]);
  return { open, path: git?.path, source, isUnreadable: factsOf(hash)?.unreadable !== undefined };
}

async function compareVersions(
  context: Pick<Context, 'config' | 'keyRing' | 'threads'>,
  store: ContentStore,
  { before, after }: { before: PageVersion; after: PageVersion },
  hasHtml: boolean,
): Promise<Uint8Array> {
  const references = {
    before: await openReferences(context, store, before.open),
    after: await openReferences(context, store, after.open),
  };
  if (isSmall(before) && isSmall(after)) {
    const compared = compareDocuments(
      renderVersion(before, references.before),
      renderVersion(after, references.after),
      { hasHtml },
    );
    return Buffer.from(JSON.stringify(compared));
  }
  const { threads } = context;
  const input = {
    before: await toInput(threads, before, references.before),
    after: await toInput(threads, after, references.after),
    hasHtml,
  };
  return inThread(() => threads.run(compareDocumentsTask, input, THREAD_OPTIONS));
}

async function openReferences(
  context: Pick<Context, 'config' | 'keyRing'>,
  store: ContentStore,
  open: OpenRevision,
): Promise<References> {
  const view = await viewRevision(context, store, open, { hasGit: true, isComputed: false }, []);
  const addresses = createObjectAddresses(context.config.baseUrl);
  return createReferences(view, addresses, open.revision.revisionId);
}

const isSmall = ({ source, isUnreadable }: PageVersion): boolean =>
  source === undefined || (isRenderedInPlace(source) && !isUnreadable);

function renderVersion({ open, path, source }: PageVersion, references: References): DocumentVersion {
  const document =
    source === undefined ? emptyDocument() : renderDocument({ snapshot: open.snapshot, path }, source);
  return { document, references };
}

async function toInput(
  threads: Context['threads'],
  { open, path, source, isUnreadable }: PageVersion,
  references: References,
): Promise<VersionInput | undefined> {
  if (source === undefined) return undefined;
  const resolved = isUnreadable
    ? { source, path, targets: new Map() }
    : await resolveSource(threads, { snapshot: open.snapshot, path }, source);
  return { source: resolved, isUnreadable, known: listDestinations(resolved.targets.values(), references) };
}
