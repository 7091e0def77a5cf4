import type { RareThreadTaskKind } from './app-rare-threads.ts';
import { inspectSourcesTask } from './content/facts/inspect-sources.ts';
import { mergeDocumentsTask } from './content/merge/merge-documents.ts';
import { followPlacesTask, locatePlaceTask } from './features/comments/follow-targets.ts';
import { editSourceTask, revertBlocksTask, rewriteTargetsTask } from './features/editing/edit-source.ts';
import { readLayoutTask } from './features/git/layout/read-layout-in-thread.ts';
import { compareDocumentsTask } from './features/history/page-changes/compare-documents.ts';
import { drawDocumentsTask } from './features/revisions/drawing/draw-documents-task.ts';
import {
  drawPiecesTask,
  listPartsTask,
  listTargetsTask,
  renderDocumentTask,
  renderHtmlTask,
  renderMarkdownTask,
} from './features/revisions/render-tasks.ts';
import { writeSegmentTask } from './features/search/write-segment.ts';
import { writeVisibleSegmentTask } from './features/site-search/write-visible-segment.ts';
import { restTask } from './threads/start-threads.ts';
import type { ThreadTaskKind } from './threads/thread-task.ts';

/** The work that every thread can do at once, one line each. The rest is in `app-rare-threads.ts`. */
export const THREAD_TASKS = {
  'compare-documents': compareDocumentsTask,
  'draw-documents': drawDocumentsTask,
  'draw-pieces': drawPiecesTask,
  'edit-source': editSourceTask,
  'follow-places': followPlacesTask,
  'inspect-sources': inspectSourcesTask,
  'list-spec-parts': listPartsTask,
  'list-targets': listTargetsTask,
  'locate-place': locatePlaceTask,
  'merge-documents': mergeDocumentsTask,
  'read-layout': readLayoutTask,
  'render-document': renderDocumentTask,
  'render-html': renderHtmlTask,
  'render-markdown': renderMarkdownTask,
  rest: restTask,
  'revert-blocks': revertBlocksTask,
  'rewrite-targets': rewriteTargetsTask,
  'write-segment': writeSegmentTask,
  'write-visible-segment': writeVisibleSegmentTask,
} as const satisfies { [Kind in Exclude<ThreadTaskKind, RareThreadTaskKind>]: { kind: Kind } };
