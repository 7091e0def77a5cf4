import type { Segment } from './segment.ts';

/** The terms of a segment, and which of its pages are found. */
export interface Vocabulary {
  segment: Segment;
  live: Uint8Array;
  /** The part of its pages that is live. */
  liveShare: number;
  /** What its pages are worth beside those of other segments. */
  weight: number;
}
