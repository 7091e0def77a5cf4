import { inspectSourcesTask } from '../../server/content/facts/inspect-sources.ts';
import { mergeDocumentsTask } from '../../server/content/merge/merge-documents.ts';
import {
  editSourceTask,
  revertBlocksTask,
  rewriteTargetsTask,
} from '../../server/domains/content/editing/edit-source.ts';
import { followKeysTask } from '../../server/domains/content/editing/follow-edit.ts';
import { compareDocumentsTask } from '../../server/domains/content/history/page-changes/compare-documents.ts';
import { countChangedWordsTask } from '../../server/domains/content/history/page-changes/count-changed-words.ts';
import { markDocumentsTask } from '../../server/domains/content/history/page-changes/marks/mark-documents.ts';
import {
  drawPiecesTask,
  listTargetsTask,
  readBlockHtml,
  readBlocks,
  readHtml,
  readMarkdown,
  readParts,
  readPlacedBlocks,
} from '../../server/domains/content/revisions/document-tasks.ts';
import { drawDocumentsTask } from '../../server/domains/content/revisions/drawing/draw-documents-task.ts';
import { writeSegmentTask } from '../../server/domains/content/search/write-segment.ts';
import { readLayoutTask } from '../../server/domains/git/import/read-layout-in-thread.ts';
import { writeVisibleSegmentTask } from '../../server/domains/publishing/site-search/write-visible-segment.ts';
import { followAnchorsTask, locateAnchorTask } from '../../server/domains/review/comments/follow-targets.ts';
import { listBlockKeysTask } from '../../server/domains/review/events/changed-blocks.ts';
import { restTask } from '../../server/platform/threads/start-threads.ts';
import type { ThreadTaskKind } from '../../server/platform/threads/thread-task.ts';
import type { RareThreadTaskKind } from './rare-threads.ts';

/** The work that every thread can do at once, one line each. The rest is in `rare-threads.ts`. */
export const THREAD_TASKS = {
  'compare-documents': compareDocumentsTask,
  'count-changed-words': countChangedWordsTask,
  'draw-documents': drawDocumentsTask,
  'draw-pieces': drawPiecesTask,
  'edit-source': editSourceTask,
  'follow-keys': followKeysTask,
  'follow-places': followAnchorsTask,
  'inspect-sources': inspectSourcesTask,
  'list-block-keys': listBlockKeysTask,
  'list-spec-parts': readParts.task,
  'list-targets': listTargetsTask,
  'locate-place': locateAnchorTask,
  'mark-documents': markDocumentsTask,
  'merge-documents': mergeDocumentsTask,
  'place-blocks': readPlacedBlocks.task,
  'read-layout': readLayoutTask,
  'render-document': readBlocks.task,
  'render-blocks': readBlockHtml.task,
  'render-html': readHtml.task,
  'render-markdown': readMarkdown.task,
  rest: restTask,
  'revert-blocks': revertBlocksTask,
  'rewrite-targets': rewriteTargetsTask,
  'write-segment': writeSegmentTask,
  'write-visible-segment': writeVisibleSegmentTask,
} as const satisfies { [Kind in Exclude<ThreadTaskKind, RareThreadTaskKind>]: { kind: Kind } };
