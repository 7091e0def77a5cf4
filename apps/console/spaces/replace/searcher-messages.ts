import type { Pattern } from '@lectern/markdown/find-in-text';
import type { SearchedPage, TargetChanges } from '@lectern/markdown/find-replacements';
import type { Part } from '@lectern/markdown/list-texts';

/** What is searched for, and where. */
export interface ReplacePattern extends Pattern {
  parts: readonly Part[];
  includesTitles: boolean;
}

/** A page with its source, or a reusable content with its blocks. */
export type Searched =
  | { kind: 'page'; page: SearchedPage; source: string }
  | { kind: 'reusable'; page: SearchedPage; nodes: readonly unknown[] };

/** What the worker is sent: the pattern once, and then one target after the other. */
export type WorkerRequest = { pattern: ReplacePattern } | { searched: Searched };

/** The response of the worker to each. */
export type WorkerResponse = { isReady: true } | { target: TargetChanges | undefined } | { error: string };
