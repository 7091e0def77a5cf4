import type { Static, TObject, TProperties } from 'typebox';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../context.ts';
import type { LinkReads } from '../../links/links.service.ts';
import type { FindRedirect } from '../../site-redirects/find-redirect.ts';
import type { TakeInsightsTurn } from '../insights-turns.ts';
import type { AnswerInput } from './answer-query.schemas.ts';
import type { Question } from './question.ts';

export interface AnswerParts {
  context: Pick<Context, 'db' | 'clock' | 'pointers' | 'config'>;
  store: ContentStore;
  links: LinkReads;
  findRedirect: FindRedirect;
}

/** Answers are read one statement after the other, each when it is the turn of its organization. */
export interface AskedByOrganizations {
  takeTurn: TakeInsightsTurn;
}

/** A question that people have about a site, as an endpoint. */
export interface Answer<
  Item extends TObject = TObject,
  Totals extends TProperties = TProperties,
  Query extends TProperties = TProperties,
> {
  /** In the URL. */
  name: string;
  operationId: string;
  summary: string;
  description: string;
  /** What it can be asked for beside what all can. */
  query: Query;
  item: Item;
  /** What it says of all rows together. */
  totals: Totals;
  read(
    parts: AnswerParts,
    question: Question,
    input: AnswerInput & Static<TObject<Query>>,
  ): Promise<{ totals: Static<TObject<Totals>>; items: Static<Item>[] }>;
}

/** Checks that what an answer reads has the shape that it declares. */
export const defineAnswer = <Item extends TObject, Totals extends TProperties, Query extends TProperties>(
  answer: Answer<Item, Totals, Query>,
): Answer<Item, Totals, Query> => answer;
