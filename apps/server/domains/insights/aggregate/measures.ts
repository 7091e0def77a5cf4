/** The measures that can be computed from the events of a group. */
export const MEASURES = [
  'eventsCount',
  'sessionsCount',
  'visitorsCount',
  'pageFeedbackRating',
  'askResponseRating',
] as const;
export type Measure = (typeof MEASURES)[number];

export const isMeasure = (column: string): column is Measure =>
  (MEASURES as readonly string[]).includes(column);
