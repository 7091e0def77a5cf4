import { decodeSource } from '@lectern/content/facts/document-facts';
import type { DocumentReferences } from '@lectern/content/facts/references';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { Hash } from '@lectern/content/tree/hash';
import type { ContentRef } from '@lectern/markdown/content-ref';
import { inspectSources } from '../../../content/facts/inspect-sources.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { type ContentReads, getDocumentPage, getReusable } from '../revisions/content-reads.ts';
import type { RenderedBlocks } from '../revisions/document-tasks.ts';
import { createSourceTools } from './edit-source.ts';
import { changeRefused, pageTooLarge } from './editing-errors.ts';
import { rewriteTargets } from './rewrite-targets.ts';

/** Unsaved content, with the page or reusable content that it belongs to; neither for a new page. */
export interface UnsavedContent {
  page?: string;
  reusableContent?: string;
  nodes?: unknown[];
  markdown?: string;
}

interface RenderingParts {
  context: Pick<Context, 'threads'>;
  store: ContentStore;
  reads: ContentReads;
}

/**
 * Renders content as if it were saved: it is written into the source as an edit would write it, and read from there.
 * Nothing is stored.
 */
export async function renderUnsaved(
  { context: { threads }, store, reads }: RenderingParts,
  open: OpenRevision,
  { page, reusableContent, nodes, markdown }: UnsavedContent,
): Promise<RenderedBlocks> {
  if (page !== undefined && reusableContent !== undefined)
    throw invalidField('reusableContent', 'cannot be combined with `page`');
  if ((nodes === undefined) === (markdown === undefined))
    throw invalidField('nodes', 'is required, unless there is `markdown`; both cannot be combined');
  const owner = findOwner(open, page, reusableContent);
  const { hash, path } = owner;
  const before = hash === undefined ? '' : await readText(store, open, hash, nodes ? 'nodes' : 'markdown');
  const draft = await writeUnsaved({ context: { threads }, store }, open, owner, { before, nodes, markdown });
  return reads.unsavedHtml(open, { ...draft, path, sent: nodes, stored: hash });
}

/** A source that is not stored, with the references in it. */
interface UnsavedSource {
  source: Buffer;
  part: DocumentReferences;
}

/** Writes blocks or Markdown into a source as an edit of its owner would. Stores nothing. */
export async function writeUnsaved(
  { context: { threads }, store }: Omit<RenderingParts, 'reads'>,
  open: OpenRevision,
  owner: Owner,
  { before, nodes, markdown }: { before: string } & Pick<UnsavedContent, 'nodes' | 'markdown'>,
): Promise<UnsavedSource> {
  const field = nodes ? 'nodes' : 'markdown';
  const tools = createSourceTools(threads);
  const targets = new Map<string, ContentRef>();
  if (nodes)
    for (const raw of await tools.listTargets(before, field)) {
      const target = resolveTarget(open.snapshot, owner.path, raw);
      if (target) targets.set(raw, target);
    }
  const document = nodes && { object: 'document', data: {}, nodes };
  const content = { document, markdown };
  const { source } = await tools.editSource({ source: before, content, targets }, field, '');
  const draft = await inspect(threads, source, field);
  // Some targets are rewritten on saving, and resolve only then.
  const settled = await settleTargets(store, open, owner, draft.part);
  return settled.size > 0
    ? inspect(threads, await tools.rewriteTargets(source, settled, field), field)
    : draft;
}

async function inspect(threads: Context['threads'], text: string, field: string): Promise<UnsavedSource> {
  const source = Buffer.from(text);
  const [inspected] = await inspectSources(threads, [source], { lane: 'request' });
  if (!inspected || inspected.tooLarge !== undefined)
    throw pageTooLarge([{ path: field, message: inspected?.tooLarge ?? 'is too large' }]);
  return { source, part: JSON.parse(inspected.texts.references) as DocumentReferences };
}

/** The owner of the content. */
export interface Owner {
  /** Undefined: a new page. */
  ownerId: string | undefined;
  hash: Hash | undefined;
  path: string | undefined;
}

async function settleTargets(
  store: ContentStore,
  { space, snapshot }: OpenRevision,
  { ownerId = '', hash, path }: Owner,
  part: DocumentReferences,
): Promise<Map<string, string>> {
  const place = { ownerId, gitPath: path };
  const settled = rewriteTargets(snapshot, place, part, NO_REFS);
  if (settled.size === 0 || path === undefined || hash === undefined) return settled;
  const known = (await store.facts.load(space.organizationId, 'references', [hash]))(hash);
  return rewriteTargets(snapshot, place, part, NO_REFS, new Set(known?.references.map(({ raw }) => raw)));
}

const NO_REFS = new Map<string, never>();

function findOwner(open: OpenRevision, page: string | undefined, reusableContent: string | undefined): Owner {
  if (page !== undefined) return { ownerId: page, ...getDocumentPage(open, page) };
  if (reusableContent === undefined) return { ownerId: undefined, hash: undefined, path: undefined };
  const { document, git } = getReusable(open, reusableContent);
  return { ownerId: reusableContent, hash: document, path: git?.path };
}

async function readText(
  store: ContentStore,
  { space }: OpenRevision,
  hash: Hash,
  field: string,
): Promise<string> {
  const { text, isUtf8 } = decodeSource(await store.getSource(space.organizationId, hash));
  if (!isUtf8) throw changeRefused(field, 'cannot replace the content: it is not UTF-8 text');
  return text;
}
