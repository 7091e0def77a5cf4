import { callModel, estimateTokens, ModelError } from './chat-completion.ts';
import type { ModelContext } from './language-model.ts';
import { addTokens, countTokens } from './model-calls.repository.ts';

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
