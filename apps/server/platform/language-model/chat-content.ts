/**
 * The text that a language model answers with, in the form of OpenAI's chat completions; undefined if there is none.
 */
export function readChatContent(response: unknown): string | undefined {
  const { choices } = (response ?? {}) as { choices?: { message?: { content?: unknown } }[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  return typeof content === 'string' ? content : undefined;
}
