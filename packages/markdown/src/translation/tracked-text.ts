import { hashText } from './block-hash.ts';
import type { BlockState, Maker } from './follow-source.ts';

/** The state of the translation of a text of a page that is not in its blocks, such as its title. */
export interface TrackedText {
  /** The hash of the source that the translation follows. */
  of: string;
  /** The hash of the translation as it was written last. */
  wrote: string;
  by: Maker;
  state: BlockState;
  terms: string;
}

export type PlannedText =
  | { kind: 'keep'; text: string; tracked: TrackedText }
  /** `former`: the existing translation, if there is one. */
  | { kind: 'translate'; former: { text: string; tracked: TrackedText } | undefined };

/** Decides whether a text keeps its translation, by the rules of `followSource`. */
export function followText(followed: {
  tracked: TrackedText | undefined;
  source: string;
  /** The text when the page was last in step. */
  oldSource: string | undefined;
  translation: string | undefined;
  terms: string;
  retries: boolean;
}): PlannedText {
  const { tracked, source, oldSource, translation, terms, retries } = followed;
  if (!tracked || translation === undefined) return { kind: 'translate', former: undefined };
  const hash = hashText(source);
  const wrote = hashText(translation);
  const isEdited = wrote !== tracked.wrote;
  if (isEdited || tracked.by === 'person') {
    const of = isEdited && oldSource !== undefined ? hashText(oldSource) : tracked.of;
    const state = of === hash ? 'edited' : 'behind';
    return { kind: 'keep', text: translation, tracked: { ...tracked, of, wrote, by: 'person', state } };
  }
  const isSame = tracked.of === hash && tracked.terms === terms;
  if (isSame && (tracked.state === 'current' || !retries))
    return { kind: 'keep', text: translation, tracked };
  const isTranslated = tracked.state === 'current' || tracked.state === 'behind';
  return { kind: 'translate', former: isTranslated ? { text: translation, tracked } : undefined };
}
