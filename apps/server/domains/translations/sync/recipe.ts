import { hashText } from '@lectern/markdown/translation/block-hash';
import type { Context } from '../../../platform/context.ts';
import type { LanguageSync } from './language-sync.ts';
import { listTerms } from './targets.repository.ts';

/** The settings on which translations depend, beside their source. */
export interface Recipe {
  terms: [string, string][];
  /** The hash of the terms and the tone. */
  recipe: string;
}

export async function readRecipe(
  { db }: Pick<Context, 'db'>,
  { settings, key }: Pick<LanguageSync, 'settings' | 'key'>,
): Promise<Recipe> {
  const terms = await listTerms(db, settings, key.language);
  return { terms, recipe: hashText(JSON.stringify([terms, settings.tone])) };
}
