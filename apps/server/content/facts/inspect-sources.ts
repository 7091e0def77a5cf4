import {
  type DocumentParts,
  type Inspected,
  inspectSource,
  inspectUnreadable,
  type SourceProblem,
  type UnreadableReason,
} from '@lectern/content/facts/document-facts';
import type { Section } from '@lectern/content/facts/sections';
import type { PreparedBlocks } from '@lectern/markdown/prepared-blocks';
import { appendTo } from '@lectern/std/long-lists';
import { toJsonText } from '../../platform/db/json-text.ts';
import { MAX_LENGTH_IN_PLACE } from '../../platform/threads/run-by-size.ts';
import { ThreadLimitError } from '../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../platform/threads/thread-task.ts';
import type { RunOptions, Threads } from '../../platform/threads/threads.ts';

/** The results computed from one source, with each part as the JSON that is stored. */
export interface InspectedSource {
  texts: StoredParts;
  problems: SourceProblem[];
  tooLarge?: string;
}

export type PartTexts = Record<keyof DocumentParts, string>;

/** The results of a document that are stored with its source. */
export interface StoredParts extends PartTexts {
  /** Absent if the blocks are made from the source each time. */
  blocks?: PreparedBlocks;
}

/** Computes the parts of some sources in a thread. */
export const inspectSourcesTask = defineThreadTask(
  'inspect-sources',
  (sources: readonly Uint8Array[]): InspectedSource[] =>
    // The blocks of longer sources are made in a thread.
    sources.map((source) => inspectInPlace(source, { isEdited: sources.length === 1 })),
);

/** Computes the parts of a source in the thread that has it. `isEdited`: whether it was parsed for an edit just now. */
const inspectInPlace = (source: Uint8Array, { isEdited }: { isEdited: boolean }): InspectedSource =>
  toInspected(inspectSource(source, { maxPreparedLength: MAX_LENGTH_IN_PLACE, isEdited }));

/** The results for a source that was parsed for an edit just now, and its sections as they are stored. */
export function inspectEdited(source: Uint8Array): { inspected: InspectedSource; sections: Section[] } {
  const found = inspectSource(source, { maxPreparedLength: MAX_LENGTH_IN_PLACE, isEdited: true });
  return { inspected: toInspected(found), sections: found.parts.sections.map(toStoredSection) };
}

/** Most sections of an edited page are those of the edit before, the same objects. */
const sectionTexts = new WeakMap<Section, string>();
const storedSections = new WeakMap<Section, Section>();

function toSectionText(section: Section): string {
  let text = sectionTexts.get(section);
  if (text === undefined) {
    text = toJsonText(section);
    sectionTexts.set(section, text);
  }
  return text;
}

/** Returns a section as the database returns it: without the characters that it cannot keep. */
function toStoredSection(section: Section): Section {
  let stored = storedSections.get(section);
  if (!stored) {
    stored = JSON.parse(toSectionText(section)) as Section;
    storedSections.set(section, stored);
  }
  return stored;
}

const toTexts = ({ facts, sections, references }: DocumentParts): PartTexts => ({
  facts: toJsonText(facts),
  sections: `[${sections.map(toSectionText).join()}]`,
  references: toJsonText(references),
});

const toInspected = ({ parts, blocks, ...rest }: Inspected): InspectedSource => ({
  texts: { ...toTexts(parts), ...(blocks ? { blocks } : {}) },
  ...rest,
});

/** The limits of time for several sources and for a single one, in milliseconds. */
const MAX_BATCH_MS = 20_000;
const MAX_SOURCE_MS = 60_000;

/**
 * Inspects sources off the main thread, or on it if a request has only a few small ones. If some of them exceed the
 * limits of a thread, each is inspected separately, and only those that exceed the limits on their own are kept unread.
 */
export async function inspectSources(
  threads: Pick<Threads, 'run'>,
  sources: readonly Uint8Array[],
  { lane = 'job', signal }: Partial<Pick<RunOptions, 'lane' | 'signal'>> = {},
): Promise<InspectedSource[]> {
  if (sources.length === 0) return [];
  const isAlone = sources.length === 1;
  try {
    const deadlineMs = isAlone ? MAX_SOURCE_MS : MAX_BATCH_MS;
    const length = sources.reduce((sum, source) => sum + source.length, 0);
    if (lane === 'request' && length <= MAX_LENGTH_IN_PLACE) return await inspectSourcesTask.run(sources);
    return await threads.run(inspectSourcesTask, sources, { lane, deadlineMs, signal });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    if (isAlone) return [toInspected(inspectUnreadable(sources[0] as Uint8Array, UNREADABLE[error.limit]))];
    const inspected: InspectedSource[] = [];
    for (const source of sources)
      appendTo(inspected, await inspectSources(threads, [source], { lane, signal }));
    return inspected;
  }
}

const UNREADABLE: Record<ThreadLimitError['limit'], UnreadableReason> = {
  time: 'too-slow',
  memory: 'too-large',
};

/** The number of sources, and their bytes, that are inspected at once. */
export const MAX_BATCH_SOURCES = 50;
export const MAX_BATCH_BYTES = 1_000_000;
