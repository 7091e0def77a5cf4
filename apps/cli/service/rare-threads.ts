import { scalePictureTask } from '../../server/content/files/scale-picture.ts';
import { smallPictureTask } from '../../server/content/files/small-picture.ts';
import { readPageHeadTask } from '../../server/domains/content/embeds/read-page-head.ts';
import { describeClustersTask } from '../../server/domains/conversations/issues/describe-clusters.ts';
import {
  placeIssuesTask,
  placeReadIssuesTask,
  readIssuesTask,
} from '../../server/domains/conversations/issues/place-issues.ts';
import { maskConversationsTask } from '../../server/domains/conversations/mask-conversations.ts';
import { convertImportTask, describeImportTask } from '../../server/domains/import/convert-files.ts';
import {
  listImportTargetsTask,
  writeImportPagesTask,
} from '../../server/domains/import/landing/page-tasks.ts';
import { convertWebPageTask } from '../../server/domains/import/website/convert-web-page.ts';
import { compareSpecsTask } from '../../server/domains/specs/tasks/compare-specs.ts';
import { convertFileTask } from '../../server/domains/specs/tasks/convert-file.ts';
import { describeSpecTask } from '../../server/domains/specs/tasks/describe-spec.ts';
import { findMentionsTask } from '../../server/domains/specs/tasks/find-mentions.ts';
import { nameChangesTask } from '../../server/domains/specs/tasks/name-changes.ts';
import { outlineSpecTask } from '../../server/domains/specs/tasks/outline-spec.ts';
import { processSpecTask } from '../../server/domains/specs/tasks/process-spec.ts';
import { writeRequestTask } from '../../server/domains/specs/tasks/write-request.ts';
import {
  fillPageTask,
  listPageUnitsTask,
} from '../../server/domains/translations/exchange/page-unit-tasks.ts';
import {
  readUnitFileTask,
  writeUnitFileTask,
} from '../../server/domains/translations/exchange/unit-file-tasks.ts';
import { showSourceTask } from '../../server/domains/translations/sync/show-source-task.ts';
import { translatePageTask } from '../../server/domains/translations/sync/translate-page-task.ts';
import type { ThreadTaskKind } from '../../server/platform/threads/thread-task.ts';
import { drawSocialPreviewTask } from '../../sites/social-preview/draw-social-preview.ts';

/** The work that a thread loads when it is first asked for: most threads never are. One line each. */
export const RARE_THREAD_TASKS = {
  'compare-specs': compareSpecsTask,
  'convert-file': convertFileTask,
  'convert-import': convertImportTask,
  'describe-import': describeImportTask,
  'convert-web-page': convertWebPageTask,
  'describe-clusters': describeClustersTask,
  'describe-spec': describeSpecTask,
  'outline-spec': outlineSpecTask,
  'draw-social-preview': drawSocialPreviewTask,
  'fill-page': fillPageTask,
  'find-mentions': findMentionsTask,
  'list-import-targets': listImportTargetsTask,
  'list-page-units': listPageUnitsTask,
  'mask-conversations': maskConversationsTask,
  'name-changes': nameChangesTask,
  'place-issues': placeIssuesTask,
  'place-read-issues': placeReadIssuesTask,
  'process-spec': processSpecTask,
  'read-issues': readIssuesTask,
  'read-page-head': readPageHeadTask,
  'read-unit-file': readUnitFileTask,
  'make-small-picture': smallPictureTask,
  'scale-picture': scalePictureTask,
  'show-source': showSourceTask,
  'translate-page': translatePageTask,
  'write-import-pages': writeImportPagesTask,
  'write-request': writeRequestTask,
  'write-unit-file': writeUnitFileTask,
} as const satisfies { [Kind in ThreadTaskKind]?: { kind: Kind } };

export type RareThreadTaskKind = keyof typeof RARE_THREAD_TASKS;
