import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface AskedProvider {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface TranslationServer {
  url: string;
  requests: AskedProvider[];
  /** The texts that it was asked to translate, in their order. */
  texts(): string[];
  /** Answers that come before those of the protocol, each once. */
  failures: { status: number; body?: string }[];
  /** The translation of a text: by default the text with the language before it. */
  translate: (text: string, language: string) => string;
  close(): Promise<void>;
}

/** A fake of the protocols of DeepL, LibreTranslate and OpenAI. */
export async function startTranslationServer(): Promise<TranslationServer> {
  const translate = (text: string, language: string) => `${language} ${text}`;
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, unknown>;
    const path = request.url ?? '';
    fake.requests.push({ path, headers: request.headers, body });
    const failure = fake.failures.shift();
    if (failure) {
      response.writeHead(failure.status, { 'retry-after': '0' }).end(failure.body ?? 'busy');
      return;
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(path, body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = (path: string, body: Record<string, unknown>): unknown => {
    const { texts, language } = readAsked(path, body);
    const translations = texts.map((text) => fake.translate(text, language));
    if (path === '/v2/translate') return { translations: translations.map((text) => ({ text })) };
    if (path === '/translate') return { translatedText: translations };
    return { choices: [{ message: { content: JSON.stringify({ translations }) } }] };
  };
  const fake: TranslationServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    texts: () => fake.requests.flatMap(({ path, body }) => readAsked(path, body).texts),
    failures: [],
    translate,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return fake;
}

function readAsked(path: string, body: Record<string, unknown>): { texts: string[]; language: string } {
  if (path === '/v2/translate')
    return { texts: body.text as string[], language: (body.target_lang as string).toLowerCase() };
  if (path === '/translate') return { texts: body.q as string[], language: body.target as string };
  const [task, asked] = body.messages as { content: string }[];
  const language = /into ([^.]*)\./.exec(task?.content ?? '')?.[1] ?? '';
  return { texts: JSON.parse(asked?.content ?? '{}').texts, language };
}
