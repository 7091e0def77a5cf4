import { decodeSource } from '@lectern/content/facts/document-facts';
import type { PageEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { documentAsWritten } from '@lectern/markdown/parse-markdown';
import {
  createObjectAddresses,
  createReferences,
  listDestinations,
  type References,
} from '@lectern/render/references';
import type { DescribeParts } from '@lectern/render/spec-parts';
import { pageNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../../content/revisions/content-store.ts';
import { viewRevision } from '../../../../content/revisions/revision-view.ts';
import type { Context } from '../../../../platform/context.ts';
import { createReadyResponse, type ReadyResponse } from '../../../../platform/http/ready-response.ts';
import { MAX_LENGTH_IN_PLACE } from '../../../../platform/threads/run-by-size.ts';
import {
  DocumentReads,
  isReadInPlace,
  mayShowSpecs,
  plainSourceIn,
  runInThread,
  sourceIn,
} from '../../revisions/document-reads.ts';
import { type DocumentContent, emptyDocument, type RenderedBlocks } from '../../revisions/document-tasks.ts';
import { describePageChanges } from '../describe-changes.ts';
import {
  type CompareOptions,
  compareDocuments,
  compareDocumentsTask,
  type DocumentVersion,
  type PlainVersion,
} from './compare-documents.ts';
import { type MarkInput, markDocumentsTask } from './marks/mark-documents.ts';

/** The revisions before and after the changes. */
export interface ComparedRevisions {
  before: OpenRevision;
  after: OpenRevision;
}

interface Versions<Value> {
  before: Value;
  after: Value;
}

interface PageVersion {
  open: OpenRevision;
  path: string | undefined;
  hash: Hash | undefined;
  content: DocumentContent;
  isUnreadable: boolean;
}

/** The parts of the service that reading changes needs. */
export interface ChangesParts {
  context: Pick<Context, 'config' | 'keyRing' | 'threads'>;
  store: ContentStore;
  describeParts: DescribeParts;
}

/** Reads the changes of a page with aligned blocks of both revisions: in place if they are small, else in a thread. */
export async function readPageChanges(
  parts: ChangesParts,
  { before, after }: ComparedRevisions,
  { pageId, ...options }: { pageId: string } & CompareOptions,
): Promise<ReadyResponse> {
  const { context, store } = parts;
  const [old, current] = [before, after].map((open) => open.snapshot.pages.find(pageId)?.entry);
  if (!old && !current) throw pageNotFound();
  const changes = await describePageChanges(context, store, { before, after }, pageId);
  const versions = {
    before: await readVersion(store, before, old),
    after: await readVersion(store, after, current),
  };
  const blocks = await compareVersions(parts, versions, options);
  const head = JSON.stringify({
    base: before.revision.revisionId,
    revision: after.revision.revisionId,
    changes,
    blocks: [],
  }).slice(0, -3);
  const body = Buffer.concat([Buffer.from(head), blocks, Buffer.from('}')]);
  const isPassing = options.hasMarks && Object.values(versions).some(({ content }) => mayShowSpecs(content));
  return { ...createReadyResponse(body), isPassing };
}

async function readVersion(
  store: ContentStore,
  open: OpenRevision,
  entry: PageEntry | undefined,
): Promise<PageVersion> {
  const { document: hash, git } = entry?.type === 'document' ? entry : {};
  const { organizationId } = open.space;
  if (hash === undefined)
    return { open, hash, path: undefined, content: { document: emptyDocument() }, isUnreadable: false };
  const source = await store.getSource(organizationId, hash);
  const factsOf = await store.facts.load(organizationId, 'facts', [hash]);
  const isUnreadable = factsOf(hash)?.unreadable !== undefined;
  const content = isUnreadable ? { document: documentAsWritten(decodeSource(source).text) } : { source };
  return { open, hash, path: git?.path, content, isUnreadable };
}

async function compareVersions(
  parts: ChangesParts,
  versions: Versions<PageVersion>,
  options: CompareOptions,
): Promise<Uint8Array> {
  const { context, store } = parts;
  const references = {
    before: await openReferences(context, store, versions.before.open),
    after: await openReferences(context, store, versions.after.open),
  };
  const compared = await alignVersions(context, versions, references, options);
  return options.hasMarks ? markVersions(parts, { versions, references, compared }) : compared;
}

async function alignVersions(
  context: Pick<Context, 'threads'>,
  { before, after }: Versions<PageVersion>,
  references: Versions<References>,
  options: CompareOptions,
): Promise<Uint8Array> {
  if (isSmall(before) && isSmall(after)) {
    const compared = compareDocuments(
      toVersion(before, references.before),
      toVersion(after, references.after),
      options,
    );
    return Buffer.from(JSON.stringify(compared));
  }
  const { threads } = context;
  const input = {
    before: await toPlainVersion(threads, before, references.before),
    after: await toPlainVersion(threads, after, references.after),
    options,
  };
  return runInThread(threads, compareDocumentsTask, input);
}

/** Renders both versions as published now, and marks the changes. */
async function markVersions(
  { context, store, describeParts }: ChangesParts,
  {
    versions,
    references,
    compared,
  }: { versions: Versions<PageVersion>; references: Versions<References>; compared: Uint8Array },
): Promise<Uint8Array> {
  const reads = new DocumentReads(context, store, describeParts);
  const render = async (side: keyof Versions<unknown>): Promise<RenderedBlocks['blocks']> => {
    const { open, hash, path, content } = versions[side];
    const place = 'document' in content ? { blocks: content.document.nodes } : { hash };
    return (await reads.htmlOfBlocks(open, { hash: undefined, path, ...place }, references[side])).blocks;
  };
  const input: MarkInput = {
    compared,
    before: await render('before'),
    after: await render('after'),
    revisionIds: [versions.before, versions.after].map(({ open }) => open.revision.revisionId),
  };
  const length = [...input.before, ...input.after].reduce((sum, { html }) => sum + html.length, 0);
  return length <= MAX_LENGTH_IN_PLACE
    ? markDocumentsTask.run(input)
    : runInThread(context.threads, markDocumentsTask, input);
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

const isSmall = ({ content, isUnreadable }: PageVersion): boolean => isReadInPlace(content) && !isUnreadable;

const toVersion = ({ open, path, content }: PageVersion, references: References): DocumentVersion => ({
  source: sourceIn({ snapshot: open.snapshot }, { content, path }),
  references,
});

async function toPlainVersion(
  threads: Context['threads'],
  { open, path, content }: PageVersion,
  references: References,
): Promise<PlainVersion> {
  const source = await plainSourceIn(threads, { snapshot: open.snapshot }, { content, path });
  return { source, known: listDestinations(source.targets.values(), references) };
}
