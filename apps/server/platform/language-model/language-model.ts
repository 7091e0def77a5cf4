import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { DB } from '../db/schema.ts';
import { type ChatQuestion, completeChat, estimateTokens, ModelError } from './chat-completion.ts';
import { addTokens, countTokens, findCompletion, storeCompletion } from './model-calls.repository.ts';

export interface ModelContext {
  config: Pick<Config, 'languageModel'>;
  db: Kysely<DB>;
  clock: () => Date;
  log: Logger;
}

/**
 * Asks the configured language model for a JSON object on behalf of an organization, and charges its daily budget. Each
 * question is asked only once. Returns undefined, and logs it if something is wrong, when no model is configured, the
 * budget is used up, or the model has no answer; the caller then continues without.
 */
export async function askModel(
  { config, db, clock, log }: ModelContext,
  organizationId: string,
  { question, signal }: { question: ChatQuestion; signal: AbortSignal },
): Promise<unknown> {
  const { languageModel } = config;
  if (!languageModel) return undefined;
  const { instructions, input, maxTokens } = question;
  const digest = createHash('sha256')
    .update(JSON.stringify([languageModel.model, instructions, input, maxTokens]))
    .digest();
  const known = await findCompletion(db, organizationId, digest);
  if (known !== undefined) return parse(known);
  const estimated = estimateTokens(instructions.length + input.length) + maxTokens;
  const used = await countTokens(db, organizationId, clock());
  if (used + estimated > languageModel.tokensPerDay) return undefined;
  try {
    const { text, tokens } = await completeChat(languageModel, question, signal);
    const response = parse(text);
    // A response that is not JSON was paid for, but the question is asked again another time.
    if (response === undefined) await addTokens(db, organizationId, { tokens, now: clock() });
    else await storeCompletion(db, organizationId, { digest, answer: text, tokens, now: clock() });
    return response;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log.warn({ organizationId, problem: error.message }, 'The language model did not respond.');
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
