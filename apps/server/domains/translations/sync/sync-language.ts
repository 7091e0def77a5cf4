import { commitInTurn } from '../../content/editing/commit-in-turn.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { TranslationRequest } from '../providers/provider.ts';
import { createBudget, nextDay } from './budget.ts';
import { type Authorship, commitTarget } from './commit-target.ts';
import type { LanguageSync } from './language-sync.ts';
import { readRecipe } from './recipe.ts';
import { createTranslate, openTarget, type PageTranslator } from './translate-pages.ts';
import { translateUnits } from './translate-units.ts';

interface SyncOutcome {
  words: number;
  pages: number;
  /** The revision of the space that contains the translation. */
  revisionId: string;
}

interface SyncManner {
  translator?: PageTranslator;
  authorship?: Authorship;
  /** When another run follows, though nothing has changed. */
  resumeAt?: Date | null;
}

/**
 * Brings a translated space in step with its source, as one revision or none. First, translations are found; then the
 * content is assembled from the present content of the space, and committed when it is the space's turn.
 */
export async function syncLanguage(
  parts: EditingParts,
  sync: LanguageSync,
  { translator, authorship, resumeAt = null }: SyncManner = {},
): Promise<SyncOutcome> {
  const { context, store } = parts;
  const { key, settings, provider, signal } = sync;
  const recipe = await readRecipe(context, sync);
  const source = await store.open(sync.source, sync.source.revisionId);
  const translate = createTranslate(parts, sync, recipe, translator);

  const planned = await translate(await openTarget(parts, sync), source, new Map());
  const request: Omit<TranslationRequest, 'units'> = {
    sourceLanguage: settings.source_language,
    language: key.language,
    tone: settings.tone,
    terms: recipe.terms,
    instructions: sync.instructions,
  };
  const { known, words, problem, isStopped } = await translateUnits(context, provider, {
    memory: {
      organizationId: key.organizationId,
      sourceLanguage: settings.source_language,
      language: key.language,
    },
    wanted: planned.flatMap(({ translated }) => translated?.wanted ?? []),
    request,
    budget: createBudget(context, key.organizationId),
    signal,
  });
  const written = await commitInTurn(
    parts,
    { spaceId: sync.target.spaceId, branchId: sync.target.spaceId },
    () =>
      commitTarget(parts, sync, {
        source,
        recipe: recipe.recipe,
        known,
        problem,
        resumeAt: isStopped ? nextDay(context.clock()) : resumeAt,
        translate,
        authorship: authorship ?? {
          authorId: settings.created_by,
          message: `Translation of “${settings.title}” into ${key.language}`,
        },
      }),
  );
  return { words, ...written };
}
