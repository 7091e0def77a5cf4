import type { MergedOperation } from '../editor/convert/merged.ts';
import type { Fields } from './unsaved-fields.ts';

/** The service's response to an attempt. */
export interface Saved {
  revision: string;
  keys: Readonly<Record<string, string>>;
  /** New prefixes of the keys that are not in `keys`. */
  keyPrefixes?: Readonly<Record<string, string>> | undefined;
  /** The changes of others. Undefined if there are too many. */
  merged: readonly MergedOperation[] | undefined;
}

/** A text that is edited: blocks in the editor, or Markdown. */
export interface SavedDraft {
  readonly revision: string;
  /** Whether there are unsaved changes. */
  readonly isChanged: boolean;
  readonly hasConflicts: boolean;
  /** Begins an attempt to save, and returns what to send. Undefined if there is nothing to send. */
  takeContent(): Fields | undefined;
  /** The same attempt in a form that the service may accept if it refused the first one. */
  readonly wholeContent?: Fields | undefined;
  /** The service has saved the attempt. False: what others have changed is to be read. */
  acknowledge(saved: Saved): boolean;
  /** The attempt failed, and nothing was saved. */
  abandon(): void;
  /** The service refused the attempt, because others have changed these blocks as well. */
  hold(keys: readonly string[]): void;
}
