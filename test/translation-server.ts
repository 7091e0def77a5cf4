import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

interface AskedProvider {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

interface KeptGlossary {
  glossary_id: string;
  name: string;
  creation_time: string;
  source_lang: string;
  target_lang: string;
  entries: string;
}

export interface TranslationServer {
  url: string;
  requests: AskedProvider[];
  /** The texts that clients sent for translation, in their order. */
  texts(): string[];
  /** Failures that the next requests receive before successful responses, one each. */
  failures: ({ status: number; body?: string } | 'reset')[];
  /** The delay of each response. */
  delayMs: number;
  /** The stored glossaries, which DeepL has. */
  glossaries: KeptGlossary[];
  /** Translates a text: by default, puts the language before it. */
  translate: (text: string, language: string) => string;
  /** Whether the translation of a text is returned as two, by mistake. */
  splits: (text: string) => boolean;
  close(): Promise<void>;
}

const GLOSSARIES = '/v2/glossaries';

interface Answer {
  status: number;
  answer: unknown;
}

/** A fake of the protocols of DeepL, LibreTranslate and OpenAI. */
export async function startTranslationServer(): Promise<TranslationServer> {
  const translate = (text: string, language: string) => `${language} ${text}`;
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    fake.requests.push({ method, path, headers, body });
    if (fake.delayMs > 0) await sleep(fake.delayMs);
    const failure = fake.failures.shift();
    if (failure === 'reset') {
      request.socket.destroy();
      return;
    }
    if (failure) {
      response.writeHead(failure.status, { 'retry-after': '0' }).end(failure.body ?? 'busy');
      return;
    }
    const { status, answer: result } = path.startsWith(GLOSSARIES)
      ? answerAboutGlossaries(fake.glossaries, { method, path, body })
      : answerTranslation(path, body);
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(result === undefined ? '' : JSON.stringify(result));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answerTranslation = (path: string, body: Record<string, unknown>): Answer => {
    const { texts, language } = readAsked(path, body);
    const glossary = fake.glossaries.find(({ glossary_id }) => glossary_id === body.glossary_id);
    if (body.glossary_id && !glossary) return { status: 404, answer: { message: 'Glossary not found' } };
    const translations = texts.flatMap((asked) => {
      const translation = useTerms(fake.translate(asked, language), glossary);
      return fake.splits(asked) ? [translation, translation] : [translation];
    });
    return { status: 200, answer: inProtocol(path, translations) };
  };
  const fake: TranslationServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    texts: () =>
      fake.requests.flatMap(({ path, body }) =>
        path.startsWith(GLOSSARIES) ? [] : readAsked(path, body).texts,
      ),
    delayMs: 0,
    glossaries: [],
    failures: [],
    translate,
    splits: () => false,
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

function inProtocol(path: string, translations: string[]): unknown {
  if (path === '/v2/translate') return { translations: translations.map((one) => ({ text: one })) };
  if (path === '/translate') return { translatedText: translations };
  return { choices: [{ message: { content: JSON.stringify({ translations }) } }] };
}

const useTerms = (translation: string, glossary: KeptGlossary | undefined): string =>
  (glossary?.entries.split('\n') ?? []).reduce((result, entry) => {
    const [source = '', wanted = ''] = entry.split('\t');
    return result.replaceAll(source, wanted);
  }, translation);

function answerAboutGlossaries(
  glossaries: KeptGlossary[],
  { method, path, body }: Pick<AskedProvider, 'method' | 'path' | 'body'>,
): Answer {
  if (method === 'GET') return { status: 200, answer: { glossaries } };
  if (method === 'DELETE') {
    const at = glossaries.findIndex(({ glossary_id }) => path === `${GLOSSARIES}/${glossary_id}`);
    if (at < 0) return { status: 404, answer: { message: 'Glossary not found' } };
    glossaries.splice(at, 1);
    return { status: 204, answer: undefined };
  }
  const glossary = {
    ...(body as unknown as KeptGlossary),
    glossary_id: randomUUID(),
    creation_time: new Date().toISOString(),
  };
  glossaries.push(glossary);
  return { status: 201, answer: glossary };
}
