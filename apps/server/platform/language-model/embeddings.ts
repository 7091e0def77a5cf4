import { createHash } from 'node:crypto';
import { callModel, estimateTokens, ModelError } from './chat-completion.ts';
import type { ModelContext } from './language-model.ts';
import { addTokens, countTokens, findCompletion, storeCompletion } from './model-calls.repository.ts';

/** Small, because the JSON of one embedding can have 70 kB, and is parsed on the main thread. */
const TEXTS_OF_CALL = 16;
const MAX_BYTES = 4_000_000;
const MAX_DIMENSIONS = 8192;

/**
 * Returns the embeddings of texts, as vectors of length 1, and charges the daily budget of the organization. From the
 * first failure on, or if the budget is used up, or no model for embeddings is configured, they are undefined.
 */
export async function embedTexts(
  { config: { languageModel }, db, clock, log }: ModelContext,
  organizationId: string,
  { texts, signal }: { texts: readonly string[]; signal: AbortSignal },
): Promise<(Float32Array | undefined)[]> {
  const embeddings: (Float32Array | undefined)[] = texts.map(() => undefined);
  if (languageModel?.embeddingModel === undefined) return embeddings;
  const body = { model: languageModel.embeddingModel, encoding_format: 'float' };
  for (let start = 0; start < texts.length; start += TEXTS_OF_CALL) {
    const input = texts.slice(start, start + TEXTS_OF_CALL);
    const estimated = estimateTokens(input.join('').length);
    if ((await countTokens(db, organizationId, clock())) + estimated > languageModel.tokensPerDay) break;
    try {
      const text = await callModel(languageModel, {
        path: '/embeddings',
        body: { ...body, input },
        maxBytes: MAX_BYTES,
        signal,
      });
      const { vectors, tokens } = readEmbeddings(text, input.length);
      await addTokens(db, organizationId, { tokens: tokens ?? estimated, now: clock() });
      for (const [at, vector] of vectors.entries()) embeddings[start + at] = vector;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      log.warn({ organizationId, problem: error.message }, 'The language model returned no embeddings.');
      break;
    }
  }
  return embeddings;
}

interface EmbeddingsResponse {
  data?: { index?: unknown; embedding?: unknown }[];
  usage?: { total_tokens?: unknown };
}

function readEmbeddings(
  text: string,
  count: number,
): { vectors: Float32Array[]; tokens: number | undefined } {
  let response: EmbeddingsResponse | null;
  try {
    response = JSON.parse(text);
  } catch {
    throw new ModelError('The embeddings are not valid JSON.');
  }
  const entries = Array.isArray(response?.data) ? response.data : [];
  const vectors: Float32Array[] = [];
  for (const [at, entry] of entries.entries()) {
    const vector = toUnitVector(entry?.embedding);
    if (vector) vectors[Number(entry?.index ?? at)] = vector;
  }
  const length = vectors[0]?.length;
  const isComplete = Array.from({ length: count }, (_, at) => vectors[at]?.length === length).every(Boolean);
  if (length === undefined || !isComplete || vectors.length !== count)
    throw new ModelError('The response does not have one embedding for each text.');
  const tokens = Number(response?.usage?.total_tokens);
  return { vectors, tokens: tokens > 0 ? Math.ceil(tokens) : undefined };
}

function toUnitVector(value: unknown): Float32Array | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_DIMENSIONS) return undefined;
  const length = Math.hypot(...value);
  return length > 0 && Number.isFinite(length) ? Float32Array.from(value, (one) => one / length) : undefined;
}

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
 * not respond, or cannot tell them apart.
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
      (at - before === 1 && at % 2 === 1 ? same : other).push(dot(first, second));
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

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
