import { hashText } from '@lectern/markdown/translation/block-hash';
import type { Term } from '@lectern/markdown/translation/glossary-terms';
import { callProvider, type ProviderAccess } from './call-provider.ts';
import { ProviderError, type TranslationRequest } from './provider.ts';

const PATH = '/v2/glossaries';
const PREFIX = 'Lectern';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Nobody begins to use a glossary that is older. */
const REUSED_MS = 6 * DAY_MS;
/** Longer than a glossary is used, because glossaries are looked up again after a day. */
const KEPT_MS = 7 * DAY_MS;

export interface DeeplGlossaries {
  /** Returns the id of the glossary with the terms of a request; undefined if DeepL cannot use one. */
  find(request: TranslationRequest, signal: AbortSignal): Promise<string | undefined>;
  /** Looks up a glossary again before it is used once more. */
  forget(glossaryId: string): void;
}

/**
 * Stores terms as glossaries in DeepL, which cannot be changed: their names contain a hash of the terms, so that all
 * processes and organizations with the same terms share a glossary. When one is created, those that are too old to be
 * in use are deleted.
 */
export function createDeeplGlossaries(
  access: ProviderAccess,
  headers: Record<string, string>,
  now: () => number,
): DeeplGlossaries {
  const known = new Map<string, { id: string | undefined; until: number }>();
  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    more: { id?: string; body?: object },
    signal: AbortSignal,
  ): Promise<unknown> => {
    const path = more.id === undefined ? PATH : `${PATH}/${encodeURIComponent(more.id)}`;
    return callProvider(access, { method, path, headers, ...(more.body && { body: more.body }) }, signal);
  };

  async function deleteOld(glossaries: readonly ListedGlossary[], signal: AbortSignal): Promise<void> {
    for (const { id, name, createdAt } of glossaries)
      if (name.startsWith(`${PREFIX} `) && now() - createdAt > KEPT_MS)
        await orUndefined(call('DELETE', { id }, signal));
  }

  async function lookUp(wanted: NewGlossary, signal: AbortSignal): Promise<string | undefined> {
    const listed = readList(await call('GET', {}, signal));
    const present = listed.find(
      ({ name, createdAt }) => name === wanted.name && now() - createdAt < REUSED_MS,
    );
    if (present) return present.id;
    await deleteOld(listed, signal);
    const created = (await call('POST', { body: wanted }, signal)) as { glossary_id?: unknown } | undefined;
    return typeof created?.glossary_id === 'string' ? created.glossary_id : undefined;
  }

  return {
    async find(request, signal) {
      const wanted = describeGlossary(request);
      if (!wanted) return undefined;
      const found = known.get(wanted.name);
      if (found && found.until > now()) return found.id;
      const id = await orUndefined(lookUp(wanted, signal));
      for (const [name, { until }] of known) if (until <= now()) known.delete(name);
      known.set(wanted.name, { id, until: now() + (id === undefined ? HOUR_MS : DAY_MS) });
      return id;
    },
    forget(glossaryId) {
      for (const [name, { id }] of known) if (id === glossaryId) known.delete(name);
    },
  };
}

/** Glossaries are a help: without them, terms are put in the places of placeholders. */
const orUndefined = <Value>(asked: Promise<Value>): Promise<Value | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof ProviderError) return undefined;
    throw error;
  });

interface NewGlossary {
  name: string;
  source_lang: string;
  target_lang: string;
  entries: string;
  entries_format: 'tsv';
}

/** Undefined: there are no terms that a glossary could hold. */
function describeGlossary({ terms, sourceLanguage, language }: TranslationRequest): NewGlossary | undefined {
  const entries = writeEntries(terms);
  if (entries === '') return undefined;
  const source_lang = languageOf(sourceLanguage);
  const target_lang = languageOf(language);
  const name = `${PREFIX} ${source_lang}-${target_lang} ${hashText(entries)}`;
  return { name, source_lang, target_lang, entries, entries_format: 'tsv' };
}

/** A term that is there twice is refused, as are control characters and blanks around terms. */
function writeEntries(terms: readonly Term[]): string {
  const entries = new Map<string, string>();
  for (const pair of terms) {
    const [source, translation] = pair.map((term) => term.replace(/[\s\p{Cc}]/gu, ' ').trim()) as [
      string,
      string,
    ];
    if (source !== '' && translation !== '' && !entries.has(source)) entries.set(source, translation);
  }
  return Array.from(entries, (entry) => entry.join('\t')).join('\n');
}

/** Glossaries are for languages, and not for their variants. */
const languageOf = (language: string): string => (language === 'no' ? 'nb' : (language.split('-')[0] ?? ''));

interface ListedGlossary {
  id: string;
  name: string;
  createdAt: number;
}

function readList(response: unknown): ListedGlossary[] {
  const { glossaries } = (response ?? {}) as { glossaries?: unknown };
  if (!Array.isArray(glossaries)) throw new ProviderError('The provider listed no glossaries.');
  return glossaries.flatMap((one: Record<string, unknown> | null) => {
    const { glossary_id: id, name, creation_time: created } = one ?? {};
    const createdAt = Date.parse(String(created));
    return typeof id === 'string' && typeof name === 'string' && !Number.isNaN(createdAt)
      ? [{ id, name, createdAt }]
      : [];
  });
}
