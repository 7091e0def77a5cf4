import { ENGLISH } from './held-out-english.fixtures.ts';
import { FRENCH } from './held-out-french.fixtures.ts';
import { PORTUGUESE } from './held-out-portuguese.fixtures.ts';
import { type LabelledMessage, mixed } from './labelled-messages.fixtures.ts';

/**
 * Messages to a parcel service. They only measure: choose no threshold, word list or weight by them, and leave them as
 * they are when a figure is bad.
 */
export const HELD_OUT_MESSAGES: readonly LabelledMessage[] = mixed(
  Object.entries({ en: ENGLISH, fr: FRENCH, pt: PORTUGUESE }).flatMap(([language, byTopic]) =>
    Object.entries(byTopic).flatMap(([topic, texts]) =>
      texts.split('\n===\n').map((text) => ({ topic, language, text })),
    ),
  ),
);
