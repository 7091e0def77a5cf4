import { Type } from 'typebox';
import { defineAnswer } from './answer.ts';
import { listSearches } from './searches.queries.ts';

const COUNTS = {
  searches: Type.Integer({ description: 'How often it was searched.' }),
  sessions: Type.Integer({ description: 'In how many sessions.' }),
  withoutResult: Type.Integer({
    description: 'The sessions that were told of no result. Senders that tell no numbers count nothing here.',
  }),
  withoutClick: Type.Integer({ description: 'The sessions that opened no result of the query afterwards.' }),
};

export const searches = defineAnswer({
  name: 'searches',
  operationId: 'listSiteSearches',
  summary: 'List what is searched on a site',
  description:
    'Lists queries, the most frequent first. Queries that differ only in case and spaces are one. The totals add up the sessions of each query.',
  query: {
    only: Type.Optional(
      Type.Enum(['without-result', 'without-click'], {
        description:
          'Only queries that some session got no result for, or opened none of; most of these first.',
      }),
    ),
  },
  totals: { queries: Type.Integer({ description: 'The queries that differ.' }), ...COUNTS },
  item: Type.Object({ query: Type.String(), ...COUNTS }),
  read: ({ context }, question, { only }) => listSearches(context.db, question, only),
});
