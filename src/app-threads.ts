import { inspectSourcesTask } from './content/facts/inspect-sources.ts';
import { scalePictureTask } from './content/files/scale-picture.ts';
import { mergeDocumentsTask } from './content/merge/merge-documents.ts';
import { followPlacesTask, locatePlaceTask } from './features/comments/follow-targets.ts';
import { convertImportTask } from './features/content-import/convert-files.ts';
import { listImportTargetsTask, writeImportPagesTask } from './features/content-import/landing/page-tasks.ts';
import { convertWebPageTask } from './features/content-import/website/convert-web-page.ts';
import { describeClustersTask } from './features/conversations/issues/describe-clusters.ts';
import { placeIssuesTask } from './features/conversations/issues/place-issues.ts';
import { maskConversationsTask } from './features/conversations/mask-conversations.ts';
import { editSourceTask, revertBlocksTask, rewriteTargetsTask } from './features/editing/edit-source.ts';
import { readPageHeadTask } from './features/embeds/read-page-head.ts';
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
import { fillPageTask, listPageUnitsTask } from './features/translations/exchange/page-unit-tasks.ts';
import { readUnitFileTask, writeUnitFileTask } from './features/translations/exchange/unit-file-tasks.ts';
import { showSourceTask } from './features/translations/sync/show-source-task.ts';
import { translatePageTask } from './features/translations/sync/translate-page-task.ts';
import { compareSpecsTask } from './openapi/changes/compare-specs-task.ts';
import { findMentionsTask } from './openapi/mentions/find-mentions-task.ts';
import { nameChangesTask } from './openapi/mentions/name-changes-task.ts';
import { processSpecTask } from './openapi/process-spec-task.ts';
import { describeSpecTask } from './openapi/reference/describe-spec-task.ts';
import { drawSocialPreviewTask } from './published/social-preview/draw-social-preview.ts';
import type { ThreadTaskKind } from './threads/thread-task.ts';

/** All work of threads, one line each. */
export const THREAD_TASKS = {
  'compare-documents': compareDocumentsTask,
  'compare-specs': compareSpecsTask,
  'convert-import': convertImportTask,
  'convert-web-page': convertWebPageTask,
  'describe-clusters': describeClustersTask,
  'describe-spec': describeSpecTask,
  'draw-documents': drawDocumentsTask,
  'draw-pieces': drawPiecesTask,
  'draw-social-preview': drawSocialPreviewTask,
  'edit-source': editSourceTask,
  'fill-page': fillPageTask,
  'find-mentions': findMentionsTask,
  'follow-places': followPlacesTask,
  'inspect-sources': inspectSourcesTask,
  'list-import-targets': listImportTargetsTask,
  'list-page-units': listPageUnitsTask,
  'list-spec-parts': listPartsTask,
  'list-targets': listTargetsTask,
  'locate-place': locatePlaceTask,
  'mask-conversations': maskConversationsTask,
  'merge-documents': mergeDocumentsTask,
  'name-changes': nameChangesTask,
  'place-issues': placeIssuesTask,
  'process-spec': processSpecTask,
  'read-layout': readLayoutTask,
  'read-page-head': readPageHeadTask,
  'read-unit-file': readUnitFileTask,
  'render-document': renderDocumentTask,
  'render-html': renderHtmlTask,
  'render-markdown': renderMarkdownTask,
  'revert-blocks': revertBlocksTask,
  'rewrite-targets': rewriteTargetsTask,
  'scale-picture': scalePictureTask,
  'show-source': showSourceTask,
  'translate-page': translatePageTask,
  'write-import-pages': writeImportPagesTask,
  'write-segment': writeSegmentTask,
  'write-unit-file': writeUnitFileTask,
  'write-visible-segment': writeVisibleSegmentTask,
} as const satisfies { [Kind in ThreadTaskKind]: { kind: Kind } };
