import { callJson, mayPass } from '../http/call-json.ts';
import type { GuardedResponse } from '../http/guarded-fetch.ts';
import { NetworkError } from '../http/guarded-network.ts';
import { readChatContent } from './chat-content.ts';

/** A service with the chat completions of OpenAI’s API, as the operator configures it. */
export interface ModelService {
  /** The base of its addresses, such as https://api.openai.com/v1. */
  url: string;
  key: string | undefined;
  model: string;
}

export interface ChatQuestion {
  instructions: string;
  input: string;
  /** The maximum number of tokens in the answer. */
  maxTokens: number;
}

export interface ChatCompletion {
  text: string;
  /** The number of tokens in the question and the answer together. */
  tokens: number;
}

/** The service cannot be reached, refuses the request, or sends something else. The message never contains the key. */
export class ModelError extends Error {}

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 1_000_000;
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/**
 * Asks for one answer as a JSON object. Temporary failures (429, 5xx, a broken connection) are retried, after the time
 * in `Retry-After` if it is at most 30 seconds. Throws a `ModelError`.
 */
export async function completeChat(
  service: ModelService,
  { instructions, input, maxTokens }: ChatQuestion,
  signal: AbortSignal,
): Promise<ChatCompletion> {
  const body = {
    model: service.model,
    temperature: 0,
    max_tokens: maxTokens,
    response_format: { type: 'json_object' },
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: input },
    ],
  };
  const text = await callModel(service, { path: '/chat/completions', body, maxBytes: MAX_BYTES, signal });
  const response = readCompletion(text, instructions.length + input.length);
  if (!response) throw new ModelError('The language model returned no text.');
  return response;
}

/** Posts to the service, with retries, and returns the text of a response with status 200. */
export async function callModel(
  { url, key }: Pick<ModelService, 'url' | 'key'>,
  { path, body, maxBytes, signal }: { path: string; body: object; maxBytes: number; signal: AbortSignal },
): Promise<string> {
  const response = await callJson(`${url.replace(/\/$/, '')}${path}`, {
    // The operator chose the address, which is often in a private network.
    allowPrivate: true,
    headers: {
      accept: 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body,
    maxBytes,
    timeoutMs: TIMEOUT_MS,
    retryMs,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof NetworkError ? new ModelError(error.message) : error;
  });
  if (response.status !== 200) throw new ModelError(`The language model returned status ${response.status}.`);
  return response.body.toString();
}

function retryMs(response: GuardedResponse | undefined, attempt: number): number | undefined {
  if (attempt === ATTEMPTS || (response && !mayPass(response))) return undefined;
  const seconds = Number(response?.headers['retry-after']);
  const wait = seconds > 0 ? seconds * 1000 : FIRST_WAIT_MS * 2 ** (attempt - 1);
  return wait > MAX_WAIT_MS ? undefined : wait;
}

/** `asked`: the length of the question, from which its tokens are estimated if the service does not count them. */
function readCompletion(text: string, asked: number): ChatCompletion | undefined {
  let completion: { usage?: { total_tokens?: unknown } } | null;
  try {
    completion = JSON.parse(text);
  } catch {
    return undefined;
  }
  const content = readChatContent(completion);
  if (content === undefined || content === '') return undefined;
  const counted = Number(completion?.usage?.total_tokens);
  return { text: content, tokens: counted > 0 ? Math.ceil(counted) : estimateTokens(asked + content.length) };
}

/** A lower bound: a token has three characters or more in most languages. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 3);
