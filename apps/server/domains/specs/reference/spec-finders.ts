import type { Context } from '../../../platform/context.ts';
import { createFindNews, type FindNews } from './spec-news.ts';
import { createFindOutline, type FindOutline } from './spec-outlines.ts';

/** Functions that read the present state of specs. They are created once, because they keep it in memory. */
export interface SpecFinders {
  findOutline: FindOutline;
  findNews: FindNews;
}

export const createSpecFinders = (context: Pick<Context, 'db' | 'pointers' | 'threads'>): SpecFinders => ({
  findOutline: createFindOutline(context),
  findNews: createFindNews(context),
});
