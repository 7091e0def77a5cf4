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

/** The groups in which the problems of an import are shown. */
export const PROBLEM_KINDS = [
  'kindLinks',
  'kindIncludes',
  'kindPictures',
  'kindNavigation',
  'kindElements',
  'kindOther',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

const KINDS: Record<string, ProblemKind> = {
  'missing-target': 'kindLinks',
  'missing-include': 'kindIncludes',
  'unsupported-include': 'kindIncludes',
  'image-unavailable': 'kindPictures',
  'file-too-large': 'kindPictures',
  'lfs-file': 'kindPictures',
  'missing-file': 'kindPictures',
  'missing-page': 'kindNavigation',
  layout: 'kindNavigation',
  'computed-pages': 'kindNavigation',
  'unsupported-navigation': 'kindNavigation',
  'unreadable-navigation': 'kindNavigation',
  'unreadable-configuration': 'kindNavigation',
  'unsupported-element': 'kindElements',
  'unsupported-import': 'kindElements',
  'unsupported-statement': 'kindElements',
  'unsupported-expression': 'kindElements',
  'unsupported-properties': 'kindElements',
  'not-understood': 'kindElements',
};

export const kindOfProblem = (reason: string): ProblemKind => KINDS[reason] ?? 'kindOther';
