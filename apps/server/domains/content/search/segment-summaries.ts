import { AsyncLocalStorage } from 'node:async_hooks';
import type { SearchedTerms } from '@lectern/search/segment';
import { TermMerger, type TermSummary } from '@lectern/search/term-summary';
import { createPause } from '../../../platform/threads/pause.ts';
import type { NamedSegment } from './search-index.repository.ts';

/**
 * Which of its segments have which terms, for organizations whose segments do not fit into memory. Segments never
 * change, so that a summary stays true.
 */
export interface SegmentSummaries {
  /** Summarizes the segments that are in no summary yet, as far as there is memory for it. */
  cover(organizationId: string, named: readonly NamedSegment[]): Promise<void>;
  find(organizationId: string, segmentId: string): SummarizedSegment | undefined;
}

interface SummarizedSegment {
  summary: TermSummary;
  /** The index of the segment in the summary. */
  place: number;
  language: string | null;
}

/** The part of a segment that a summary needs. */
export interface TermsOfSegment {
  id: string;
  language: string | null;
  terms: SearchedTerms;
}

/** A summary with its segments, in the order in which it counts them. */
export interface StoredSummary {
  segments: readonly { id: string; language: string | null }[];
  summary: TermSummary;
}

export interface SummaryParts {
  maxBytes: number;
  clock: () => Date;
  /** The stored summaries most of whose segments are wanted. */
  readStored(organizationId: string, wanted: readonly string[]): Promise<StoredSummary[]>;
  store(organizationId: string, summary: StoredSummary): Promise<void>;
  /** Segments that are no longer stored are left out. */
  readTerms(organizationId: string, named: readonly NamedSegment[]): Promise<TermsOfSegment[]>;
}

const MAX_GROUP_SEGMENTS = 64;
/** The terms of a group are in memory while they are merged. */
const MAX_GROUP_BYTES = 32_000_000;
/** Fewer are not worth a summary: the small segments that edits make are soon merged. */
const MIN_GROUP_SEGMENTS = 32;
const MAX_IDLE_MS = 10 * 60 * 1000;

interface Group {
  /** With the id of the organization. */
  keys: string[];
  bytes: number;
  /** When it was last needed. */
  usedAt: number;
}

interface Member extends SummarizedSegment {
  group: Group;
}

export function createSegmentSummaries({
  maxBytes,
  clock,
  readTerms,
  readStored,
  store,
}: SummaryParts): SegmentSummaries {
  const groups = new Set<Group>();
  /** Without a summary: there was no room for it. */
  const members = new Map<string, Member | { summary: undefined; group: Group }>();
  const covering = new Map<string, Promise<void>>();
  /** All later searches gain from it, so that the processor time does not count for the caller of one of them. */
  const runForNobody = AsyncLocalStorage.snapshot();
  let bytes = 0;

  function forget(group: Group): void {
    groups.delete(group);
    bytes -= group.bytes;
    for (const key of group.keys) members.delete(key);
  }

  function forgetIdle(): void {
    const before = clock().getTime() - MAX_IDLE_MS;
    for (const group of groups) if (group.usedAt < before) forget(group);
  }

  async function makeGroup(organizationId: string, named: readonly NamedSegment[]): Promise<void> {
    const segments = await readTerms(organizationId, named);
    const summary = await summarize(segments.map(({ terms }) => terms));
    const isKept = addGroup(organizationId, { segments, summary });
    // A summary for which memory has no room is not stored: reading it after a start would be useless.
    if (isKept) await store(organizationId, { segments, summary });
  }

  /** Returns whether there was room for the summary. */
  function addGroup(organizationId: string, { segments, summary }: StoredSummary): boolean {
    forgetIdle();
    const isKept = bytes + summary.byteLength <= maxBytes;
    const group: Group = {
      keys: segments.map(({ id }) => `${organizationId}/${id}`),
      bytes: isKept ? summary.byteLength : 0,
      usedAt: clock().getTime(),
    };
    groups.add(group);
    bytes += group.bytes;
    for (const [place, { language }] of segments.entries())
      members.set(
        group.keys[place] as string,
        isKept ? { summary, place, language, group } : { summary: undefined, group },
      );
    return isKept;
  }

  /** Returns those that are in no group. */
  function listUncovered(organizationId: string, named: readonly NamedSegment[]): NamedSegment[] {
    const now = clock().getTime();
    return named.filter(({ id }) => {
      const member = members.get(`${organizationId}/${id}`);
      // Without a summary it is tried again from time to time.
      if (member?.summary) member.group.usedAt = now;
      return !member;
    });
  }

  async function coverAll(organizationId: string, named: readonly NamedSegment[]): Promise<void> {
    forgetIdle();
    const uncovered = listUncovered(organizationId, named);
    if (uncovered.length < MIN_GROUP_SEGMENTS) return;
    const wanted = uncovered.map(({ id }) => id);
    for (const stored of await readStored(organizationId, wanted)) addGroup(organizationId, stored);
    const missing = listUncovered(organizationId, uncovered);
    if (missing.length < MIN_GROUP_SEGMENTS) return;
    for (const group of cutIntoGroups(missing)) await makeGroup(organizationId, group);
  }

  return {
    cover(organizationId, named) {
      // The calls run one after the other, so that no segment is summarized twice.
      const before = covering.get(organizationId) ?? Promise.resolve();
      const covered = runForNobody(() =>
        before.catch(() => {}).then(() => coverAll(organizationId, named)),
      ).finally(() => {
        if (covering.get(organizationId) === covered) covering.delete(organizationId);
      });
      covering.set(organizationId, covered);
      return covered;
    },
    find(organizationId, segmentId) {
      const member = members.get(`${organizationId}/${segmentId}`);
      return member?.summary ? member : undefined;
    },
  };
}

async function summarize(segments: readonly SearchedTerms[]): Promise<TermSummary> {
  const merger = new TermMerger(segments);
  const pause = createPause();
  for (let added = merger.addNext(); added > 0; added = merger.addNext()) {
    const paused = pause(added);
    if (paused) await paused;
  }
  return merger.finish();
}

function cutIntoGroups(named: readonly NamedSegment[]): NamedSegment[][] {
  const groups: NamedSegment[][] = [];
  let bytes = 0;
  for (const segment of named) {
    const last = groups.at(-1);
    bytes += segment.bytes;
    if (last && last.length < MAX_GROUP_SEGMENTS && bytes <= MAX_GROUP_BYTES) last.push(segment);
    else {
      groups.push([segment]);
      bytes = segment.bytes;
    }
  }
  return groups;
}
