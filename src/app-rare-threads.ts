import { scalePictureTask } from './content/files/scale-picture.ts';
import { convertImportTask } from './features/content-import/convert-files.ts';
import { listImportTargetsTask, writeImportPagesTask } from './features/content-import/landing/page-tasks.ts';
import { convertWebPageTask } from './features/content-import/website/convert-web-page.ts';
import { describeClustersTask } from './features/conversations/issues/describe-clusters.ts';
import { placeIssuesTask } from './features/conversations/issues/place-issues.ts';
import { maskConversationsTask } from './features/conversations/mask-conversations.ts';
import { readPageHeadTask } from './features/embeds/read-page-head.ts';
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

/** The work that a thread loads when it is first asked for: most threads never are. One line each. */
export const RARE_THREAD_TASKS = {
  'compare-specs': compareSpecsTask,
  'convert-import': convertImportTask,
  'convert-web-page': convertWebPageTask,
  'describe-clusters': describeClustersTask,
  'describe-spec': describeSpecTask,
  'draw-social-preview': drawSocialPreviewTask,
  'fill-page': fillPageTask,
  'find-mentions': findMentionsTask,
  'list-import-targets': listImportTargetsTask,
  'list-page-units': listPageUnitsTask,
  'mask-conversations': maskConversationsTask,
  'name-changes': nameChangesTask,
  'place-issues': placeIssuesTask,
  'process-spec': processSpecTask,
  'read-page-head': readPageHeadTask,
  'read-unit-file': readUnitFileTask,
  'scale-picture': scalePictureTask,
  'show-source': showSourceTask,
  'translate-page': translatePageTask,
  'write-import-pages': writeImportPagesTask,
  'write-unit-file': writeUnitFileTask,
} as const satisfies { [Kind in ThreadTaskKind]?: { kind: Kind } };

export type RareThreadTaskKind = keyof typeof RARE_THREAD_TASKS;
