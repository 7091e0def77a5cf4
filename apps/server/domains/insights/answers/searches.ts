import { Type } from 'typebox';
import { openEvents } from '../open-events.ts';
import { defineAnswer } from './answer.ts';

const COUNTS = {
  searches: Type.Integer({ description: 'The number of searches.' }),
  sessions: Type.Integer({ description: 'The number of sessions with the query.' }),
  withoutResult: Type.Integer({
    description:
      'The number of sessions that found no result. Events without the number of results are not counted.',
  }),
  withoutClick: Type.Integer({
    description: 'The number of sessions that opened no result after the query.',
  }),
};

export const searches = defineAnswer({
  name: 'searches',
  operationId: 'listSiteSearches',
  summary: 'List the searches on a site',
  description:
    'Lists queries, most frequent first. Queries that differ only in case or spaces are counted together. The totals cover all queries.',
  query: {
    only: Type.Optional(
      Type.Enum(['without-result', 'without-click'], {
        description:
          'Only queries with sessions that found or opened no result, those with the most such sessions first.',
      }),
    ),
  },
  totals: { queries: Type.Integer({ description: 'The number of different queries.' }), ...COUNTS },
  item: Type.Object({ query: Type.String(), ...COUNTS }),
  read: ({ context }, question, { only }) => openEvents(context).listSearches(question, only),
});
