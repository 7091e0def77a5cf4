import { createHash } from 'node:crypto';
import type { JSONDocument } from '../../content/documents/document.ts';
import { replaceTargets } from '../../content/documents/edit-markdown.ts';
import { type ParsedDocument, parseMarkdown } from '../../content/documents/parse-markdown.ts';
import { listReferences, resolveReferences } from '../../content/documents/resolve-references.ts';
import { decodeSource } from '../../content/facts/document-facts.ts';
import type { ResolvedTarget } from '../../content/references/resolve-target.ts';
import { defineThreadTask } from '../../threads/thread-task.ts';
import { dereferenceReusables } from './dereference.ts';

/** A source with the meaning of each of its targets. Targets that are not in the map stay as they are written. */
export interface ResolvedSource {
  source: Uint8Array;
  targets: ReadonlyMap<string, ResolvedTarget>;
}

/** A document as JSON. */
export interface DocumentJson {
  bytes: Uint8Array;
  /** Names the bytes. */
  hash: string;
}

/** The thread that lists the targets of a source often renders it next. */
let latest: { text: string; parsed: ParsedDocument } | undefined;

function parse(source: Uint8Array): ParsedDocument {
  const { text } = decodeSource(source);
  if (latest?.text !== text) latest = { text, parsed: parseMarkdown(text) };
  return latest.parsed;
}

/** Lists the targets in a source, each once, as they are written. */
export const listTargetsTask = defineThreadTask('list-targets', (source: Uint8Array): string[] => {
  const { document, targets } = parse(source);
  return [...new Set([...listReferences(document), ...targets].map(({ raw }) => raw))];
});

export interface RenderInput {
  document: ResolvedSource;
  /** The reusable contents to put in place of the references to them, by their ids; undefined: none. */
  reusables: ReadonlyMap<string, ResolvedSource> | undefined;
}

/** The blocks of a source as JSON. */
export const renderDocumentTask = defineThreadTask(
  'render-document',
  async ({ document, reusables }: RenderInput): Promise<DocumentJson> => {
    const rendered = resolve(document);
    const whole = reusables
      ? await dereferenceReusables(rendered, async (reusableId) => {
          const content = reusables.get(reusableId);
          return content && resolve(content);
        })
      : rendered;
    const bytes = Buffer.from(JSON.stringify(whole));
    return { bytes, hash: createHash('sha256').update(bytes).digest('base64url') };
  },
);

const resolve = ({ source, targets }: ResolvedSource): JSONDocument =>
  resolveReferences(parse(source).document, (raw) => targets.get(raw));

/** The text of a source, with other texts in place of some of its targets. */
export const renderMarkdownTask = defineThreadTask(
  'render-markdown',
  ({ source, targets }: { source: Uint8Array; targets: ReadonlyMap<string, string> }): string =>
    replaceTargets(decodeSource(source).text, ({ raw }) => targets.get(raw)),
);
