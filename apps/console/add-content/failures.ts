import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';

/** What each failure of an import means for people, and what they can do. */
const FAILURES: Record<string, keyof Messages> = {
  'import-source-unavailable': 'whyUnavailable',
  'import-source-refused': 'whyRefused',
  'import-source-wrong-type': 'whyWrongType',
  'import-source-too-large': 'whyTooLarge',
  'import-source-too-complex': 'whyTooLarge',
  'import-robots-disallow': 'whyRobots',
  'import-format-mismatch': 'whyFormat',
  'import-nothing-found': 'whyNothing',
  'import-archive-damaged': 'whyArchive',
  'import-archive-encrypted': 'whyArchive',
  'import-archive-path-unsafe': 'whyArchive',
  'import-archive-bomb': 'whyArchive',
  'import-timed-out': 'whyTimedOut',
  'space-locked': 'errorLocked',
};

export const explainFailure = (reason: string | undefined): string => t(FAILURES[reason ?? ''] ?? 'whyOther');
