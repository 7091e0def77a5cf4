/**
 * The text that a language model answers with, in the form of OpenAI's chat completions; undefined if there is none.
 */
export function readChatContent(answer: unknown): string | undefined {
  const { choices } = (answer ?? {}) as { choices?: { message?: { content?: unknown } }[] };
  const content = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  return typeof content === 'string' ? content : undefined;
}
