import { createHash } from 'node:crypto';
import { embedTexts } from '../../../platform/language-model/embeddings.ts';
import type { ModelContext } from '../../../platform/language-model/language-model.ts';
import { findCompletion, storeCompletion } from '../../../platform/language-model/model-calls.repository.ts';
import { type Embedding, type EmbeddingSum, meanSimilarity } from './embedding-sum.ts';

/** Messages that mean the same two by two, in the same and in different languages, and share no words. */
const PAIRS: readonly [string, string][] = [
  ['I want my money back.', 'Bitte erstatten Sie den Betrag.'],
  ['I forgot my password and cannot sign in.', 'No puedo entrar en mi cuenta, he perdido la clave.'],
  ['When will my parcel arrive?', 'The delivery is late.'],
  ['Please cancel my subscription.', 'Je souhaite résilier mon abonnement.'],
  ['The app crashes when I open it.', 'Das Programm stürzt beim Start ab.'],
  ['Where do I find last month’s invoice?', 'I need a bill for my accountant.'],
  ['How do I invite a colleague to my team?', 'Add another person to our workspace'],
  ['Your website is very slow today.', 'Pages take forever to load.'],
];
/** The least difference between pairs and others by which a model is of use. */
const MIN_DIFFERENCE = 0.05;

/**
 * The similarity from which two texts mean the same. It differs much between models, so it is measured with texts whose
 * meaning is known: it is in the middle between pairs of the same meaning and all others. Undefined if the model does
 * not respond, or cannot distinguish them.
 */
export async function findMinSimilarity(
  context: ModelContext,
  organizationId: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { config, db, clock, log } = context;
  const { languageModel } = config;
  const known = [languageModel?.url, languageModel?.embeddingModel, PAIRS];
  const digest = createHash('sha256').update(JSON.stringify(known)).digest();
  const response = await findCompletion(db, organizationId, digest);
  if (response !== undefined) return Number(response);
  const embeddings = await embedTexts(context, organizationId, { texts: PAIRS.flat(), signal });
  if (!embeddings.every((one) => one !== undefined)) return undefined;
  const same: number[] = [];
  const other: number[] = [];
  for (const [at, first] of embeddings.entries())
    for (const [before, second] of embeddings.slice(0, at).entries())
      (at - before === 1 && at % 2 === 1 ? same : other).push(
        meanSimilarity(single(first), single(second)) ?? 0,
      );
  const [most, least] = [mean(same), mean(other)];
  if (most - least < MIN_DIFFERENCE) {
    log.warn({ organizationId, same: most, other: least }, 'The embeddings do not distinguish meanings.');
    return undefined;
  }
  const similarity = (most + least) / 2;
  await storeCompletion(db, organizationId, { digest, answer: String(similarity), tokens: 0, now: clock() });
  return similarity;
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

const single = (embedding: Embedding): EmbeddingSum => ({ count: 1, sum: embedding });
