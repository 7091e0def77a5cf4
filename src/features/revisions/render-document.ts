import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { JSONDocument } from '../../content/documents/document.ts';
import { replaceTargets } from '../../content/documents/edit-markdown.ts';
import { parseMarkdown } from '../../content/documents/parse-markdown.ts';
import { resolveReferences } from '../../content/documents/resolve-references.ts';
import { decodeSource } from '../../content/facts/document-facts.ts';
import { type ResolvedTarget, resolveTarget } from '../../content/references/resolve-target.ts';
import { stableTarget } from '../../content/references/stable-targets.ts';
import type { Snapshot } from '../../content/tree/snapshot.ts';
import { defineError } from '../../http/errors.ts';
import { ThreadLimitError } from '../../threads/thread-limit-error.ts';
import type { RunOptions, Threads } from '../../threads/threads.ts';
import {
  type DocumentJson,
  listTargetsTask,
  type MarkdownInput,
  type RenderInput,
  type ResolvedSource,
  renderDocumentTask,
  renderMarkdownTask,
} from './render-tasks.ts';

/** The place of a source: the revision and the path from which its references are resolved. */
export interface SourcePlace {
  snapshot: Snapshot;
  path: string | undefined;
}

const RETRY_SECONDS = 30;

export const tooBusyToRender = defineError({ status: 503, reason: 'too-busy-to-render' }, () => ({
  message:
    'The page could not be rendered in time. Try again later, or request its source with “format=markdown”.',
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

/** A document whose source cannot be read: its text in one block, as it is. */
export const documentAsWritten = (source: Uint8Array): JSONDocument => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'code',
      isVoid: false,
      key: 'source',
      data: { verbatim: true },
      nodes: [
        {
          object: 'block',
          type: 'code-line',
          isVoid: false,
          key: 'line',
          data: {},
          nodes: [
            {
              object: 'text',
              key: 'text',
              leaves: [{ object: 'leaf', text: decodeSource(source).text, marks: [] }],
            },
          ],
        },
      ],
    },
  ],
});
