import { type Static, Type } from 'typebox';
import { MAX_ROWS, Moment, RANGE_PRESETS } from '../aggregate/aggregation.schemas.ts';

/** Not a default of the schema: it would contradict `from` and `to`. */
export const DEFAULT_RANGE = 'last30Days';
export const DEFAULT_ROWS = 10;

/** The period of an answer. */
export const RangeQuery = {
  range: Type.Optional(
    Type.Enum([...RANGE_PRESETS], {
      description:
        'The period whose events are counted; `last30Days` by default. A period of days or longer begins at midnight in the time zone of the organization and includes today; `last24Hours` begins with a full hour.',
    }),
  ),
  from: Type.Optional({
    ...Moment,
    description:
      'With `to`, instead of `range`: the events from this time on, or from the beginning of this day (`2026-11-22`) in the time zone of the organization.',
  }),
  to: Type.Optional({
    ...Moment,
    description: 'With `from`: the events before this time, or before the beginning of this day.',
  }),
};

/** The query parameters that every answer has. */
export const AnswerQuery = Type.Object({
  ...RangeQuery,
  section: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The id of a section. Only events in this section are counted.',
    }),
  ),
  variant: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The id of a site space. Only events in this site space are counted.',
    }),
  ),
  language: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Counts only visitors with this browser language, such as `en-US`.',
    }),
  ),
  claim: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The name of a claim. Join nested names with dots.',
    }),
  ),
  claimValue: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Counts only visitors whose `claim` has this value. An empty value matches visitors without the claim.',
    }),
  ),
  bots: Type.Optional(
    Type.Enum(['exclude', 'include', 'only'], {
      default: 'exclude',
      description: 'Whether bots and agents are excluded, included, or the only ones counted.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_ROWS,
      default: DEFAULT_ROWS,
      description: 'The maximum number of rows.',
    }),
  ),
  format: Type.Optional(
    Type.Enum(['json', 'csv', 'ndjson'], {
      description:
        'The format of the response, by default `json`. Alternatively, send the header `Accept` with `text/csv` or `application/x-ndjson`. CSV and NDJSON contain only the rows.',
    }),
  ),
});
export type AnswerInput = Static<typeof AnswerQuery>;
