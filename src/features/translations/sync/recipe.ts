import { hashText } from '../../../content/translation/block-hash.ts';
import type { Context } from '../../../context.ts';
import type { LanguageSync } from './language-sync.ts';
import { listTerms } from './targets.repository.ts';

/** What translations depend on beside their source. */
export interface Recipe {
  terms: [string, string][];
  /** Names the terms and the tone. */
  recipe: string;
}

export async function readRecipe(
  { db }: Pick<Context, 'db'>,
  { settings, key }: Pick<LanguageSync, 'settings' | 'key'>,
): Promise<Recipe> {
  const terms = await listTerms(db, settings, key.language);
  return { terms, recipe: hashText(JSON.stringify([terms, settings.tone])) };
}
