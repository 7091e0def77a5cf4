import { setTimeout as sleep } from 'node:timers/promises';
import { type GuardedResponse, guardedFetch } from '../http/guarded-fetch.ts';
import { NetworkError } from '../http/guarded-network.ts';

/** A service that speaks the chat completions of OpenAI’s API, as the operator configures it. */
export interface ModelService {
  /** The base of its addresses, such as https://api.openai.com/v1. */
  url: string;
  key: string | undefined;
  model: string;
}

export interface ChatQuestion {
  instructions: string;
  input: string;
  /** The most tokens of the answer. */
  maxTokens: number;
}

export interface ChatAnswer {
  text: string;
  /** What the question and the answer cost together. */
  tokens: number;
}

/** The service cannot be reached, refuses, or answers with something else. The message never has the key. */
export class ModelError extends Error {}

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 1_000_000;
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * Asks for one answer as a JSON object. What may pass (429, 5xx, a broken connection) is tried again, after the time that
 * `Retry-After` names if it is at most 30 seconds. Throws a `ModelError`.
 */
export async function completeChat(
  service: ModelService,
  question: ChatQuestion,
  signal: AbortSignal,
): Promise<ChatAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptChat(service, question, signal);
    if ('answer' in outcome) return outcome.answer;
    const wait = outcome.retryMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
    if (!outcome.mayPass || attempt === ATTEMPTS || wait > MAX_WAIT_MS) throw new ModelError(outcome.problem);
    await sleep(wait, undefined, { signal });
  }
}

type Outcome = { answer: ChatAnswer } | { problem: string; mayPass: boolean; retryMs?: number };

async function attemptChat(
  { url, key, model }: ModelService,
  { instructions, input, maxTokens }: ChatQuestion,
  signal: AbortSignal,
): Promise<Outcome> {
  let response: GuardedResponse;
  try {
    response = await guardedFetch(`${url.replace(/\/$/, '')}/chat/completions`, {
      // The operator chose the address, which is often one of their own network.
      allowPrivate: true,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        max_tokens: maxTokens,
        response_format: { type: 'json_object' },
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: input },
        ],
      }),
      // It could lead elsewhere what readers and customers wrote.
      returnsRedirects: true,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetworkError) return { problem: error.message, mayPass: true };
    throw error;
  }
  const { status, headers, body } = response;
  if (status !== 200) {
    const seconds = Number(headers['retry-after']);
    return {
      problem: `The language model answered with status ${status}.`,
      mayPass: status === 429 || status >= 500,
      ...(seconds > 0 ? { retryMs: seconds * 1000 } : {}),
    };
  }
  const answer = readAnswer(body.toString(), instructions.length + input.length);
  return answer ? { answer } : { problem: 'The language model answered without a text.', mayPass: false };
}

interface Completion {
  choices?: { message?: { content?: unknown } }[];
  usage?: { total_tokens?: unknown };
}

/** `asked`: the length of the question, from which its tokens are estimated if the service does not count them. */
function readAnswer(text: string, asked: number): ChatAnswer | undefined {
  let completion: Completion | null;
  try {
    completion = JSON.parse(text) as Completion | null;
  } catch {
    return undefined;
  }
  const content = completion?.choices?.[0]?.message?.content;
  if (typeof content !== 'string' || content === '') return undefined;
  const counted = Number(completion?.usage?.total_tokens);
  return { text: content, tokens: counted > 0 ? Math.ceil(counted) : estimateTokens(asked + content.length) };
}

/** At least: a token of most languages is three characters or more. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 3);
