import type { EventPayload } from './event-types.ts';

/** Longer than any name that a person reads, so that an event stays small. In characters. */
const MAX_TEXT_LENGTH = 500;

/** Shortens the texts of a payload. */
export const cutTexts = (payload: EventPayload): EventPayload =>
  JSON.parse(JSON.stringify(payload, (_name, value) => (typeof value === 'string' ? cutText(value) : value)));

const cutText = (text: string): string =>
  text.length <= MAX_TEXT_LENGTH
    ? text
    : `${[...text.slice(0, 2 * MAX_TEXT_LENGTH)].slice(0, MAX_TEXT_LENGTH).join('')}…`;
