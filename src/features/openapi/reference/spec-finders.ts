import type { Context } from '../../../context.ts';
import { createFindNews, type FindNews } from './spec-news.ts';
import { createFindOutline, type FindOutline } from './spec-outlines.ts';

/** Find what specs say now. Made once for all that ask: what they find is kept in memory. */
export interface SpecFinders {
  findOutline: FindOutline;
  findNews: FindNews;
}

export const createSpecFinders = (context: Pick<Context, 'db' | 'pointers'>): SpecFinders => ({
  findOutline: createFindOutline(context),
  findNews: createFindNews(context),
});
