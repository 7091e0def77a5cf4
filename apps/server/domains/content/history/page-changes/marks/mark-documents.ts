import { defineThreadTask } from '../../../../../platform/threads/thread-task.ts';
import type { RenderedBlocks } from '../../../revisions/document-tasks.ts';
import type { ShownBlock } from '../compare-documents.ts';
import { markPage } from './mark-page.ts';

export interface MarkInput {
  /** The compared blocks as JSON. */
  compared: Uint8Array;
  before: RenderedBlocks['blocks'];
  after: RenderedBlocks['blocks'];
  /** Of the compared revisions. */
  revisionIds: string[];
}

/** The compared blocks with the HTML of both versions, in which changes are marked, as JSON. */
export const markDocumentsTask = defineThreadTask('mark-documents', (input: MarkInput): Uint8Array => {
  const blocks = JSON.parse(Buffer.from(input.compared).toString()) as ShownBlock[];
  const marked = markPage(
    blocks.map(({ type, isOpen, before, after }) => ({
      type,
      isOpen,
      before: before && input.before[before.index]?.html,
      after: after && input.after[after.index]?.html,
    })),
    input.revisionIds,
  );
  const shown = blocks.map(({ isOpen: _isOpen, settings: changed = [], ...block }, at) => {
    const { type, html, before, after, settings: noted = [] } = marked[at] as (typeof marked)[number];
    const settings = [...changed, ...noted];
    return {
      ...block,
      type,
      ...(block.before
        ? { before: { ...block.before, ...(before === undefined ? {} : { html: before }) } }
        : {}),
      ...(block.after ? { after: { ...block.after, ...(after === undefined ? {} : { html: after }) } } : {}),
      ...(html === undefined ? {} : { html }),
      ...(settings.length > 0 ? { settings } : {}),
    };
  });
  return Buffer.from(JSON.stringify(shown));
});
