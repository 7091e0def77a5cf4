import type { Static, TObject, TProperties } from 'typebox';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Context } from '../../../platform/context.ts';
import type { LinkReads } from '../../content/links/links.service.ts';
import type { FindRedirect } from '../../publishing/site-redirects/find-redirect.ts';
import type { TakeInsightsTurn } from '../insights-turns.ts';
import type { AnswerInput } from './answer-query.schemas.ts';
import type { Question } from './question.ts';

export interface AnswerParts {
  context: Pick<Context, 'db' | 'clickHouse' | 'clock' | 'pointers' | 'config'>;
  store: ContentStore;
  links: LinkReads;
  findRedirect: FindRedirect;
}

/** The statements of answers run one after the other, and organizations take turns. */
export interface AskedByOrganizations {
  takeTurn: TakeInsightsTurn;
}

/** An endpoint that answers one question about a site. */
export interface Answer<
  Item extends TObject = TObject,
  Totals extends TProperties = TProperties,
  Query extends TProperties = TProperties,
> {
  /** The name of the answer in the URL. */
  name: string;
  operationId: string;
  summary: string;
  description: string;
  /** Its query parameters in addition to those that every answer has. */
  query: Query;
  item: Item;
  /** The fields that summarize all rows. */
  totals: Totals;
  read(
    parts: AnswerParts,
    question: Question,
    input: AnswerInput & Static<TObject<Query>>,
  ): Promise<{ totals: Static<TObject<Totals>>; items: Static<Item>[] }>;
}

/** Lets the compiler check that `read` returns the types that the answer declares. */
export const defineAnswer = <Item extends TObject, Totals extends TProperties, Query extends TProperties>(
  answer: Answer<Item, Totals, Query>,
): Answer<Item, Totals, Query> => answer;
