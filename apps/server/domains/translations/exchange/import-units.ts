import type { FilledPage } from '@lectern/markdown/translation/fill-page';
import { cutText } from '@lectern/std/cut-text';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { LANGUAGES } from '../../../platform/http/languages.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { LanguageSync } from '../sync/language-sync.ts';
import { rememberTranslations } from '../sync/memory.repository.ts';
import { syncLanguage } from '../sync/sync-language.ts';
import { translateInThread } from '../sync/translate-page-task.ts';
import type { PageTranslator } from '../sync/translate-pages.ts';
import { type ImportFile, MAX_FILE_BYTES, type TranslationImport } from './exchange.schemas.ts';
import type { ExchangeTarget } from './exchange-target.ts';
import { openFilledRequest } from './filled-request.ts';
import type { FilledPages, Filling } from './filling.ts';
import { fillInThread } from './page-unit-tasks.ts';
import { sortUnits } from './sort-units.ts';
import type { ReadFile } from './unit-file.ts';
import { readInThread } from './unit-file-tasks.ts';

/** Puts what people have translated in a file in its places, as one revision of the space or as a change request. */
export async function importUnits(
  parts: EditingParts,
  target: ExchangeTarget,
  { actor, file, signal }: { actor: Actor; file: ImportFile; signal: AbortSignal },
): Promise<TranslationImport> {
  const { context, store } = parts;
  const { key, settings } = target;
  const read = await readFile(context, file, key.language);
  const source = await store.open(target.source, target.source.revisionId);
  const { pages, open, refused } = sortUnits(read.units, (pageId) =>
    Boolean(source.snapshot.pages.find(pageId) ?? source.snapshot.findReusable(pageId)),
  );
  const filled: FilledPages = new Map();
  const sync: LanguageSync = { ...target, provider: undefined, instructions: '', signal };
  const request = { pages, filled, actor };
  const written = file.changeRequest
    ? await openFilledRequest(parts, sync, request)
    : await writeFilled(parts, sync, request);
  await rememberTranslations(
    context.db,
    {
      organizationId: key.organizationId,
      sourceLanguage: settings.source_language,
      language: key.language,
    },
    {
      translations: distinct([...filled.values()].flatMap(({ accepted }) => accepted)),
      madeBy: 'person',
      at: context.clock(),
    },
  );
  return { object: 'translation-import', open, ...summarize(filled, refused), ...written };
}

async function readFile(
  context: EditingParts['context'],
  { format, text }: ImportFile,
  language: string,
): Promise<ReadFile> {
  if (Buffer.byteLength(text) > MAX_FILE_BYTES)
    throw invalidField('text', `must not be larger than ${MAX_FILE_BYTES / 1_000_000} MB`);
  const read = await readInThread(context, { format, text });
  if ('problem' in read) throw invalidField('text', `cannot be read. ${read.problem}`);
  const other = read.languages.find((name) => !isLanguage(name, language));
  if (other !== undefined)
    throw invalidField('text', `is a translation into “${cutText(other, 40)}”, and not into “${language}”`);
  return read;
}

/** Programs may name a region: `fr-FR` is French, but `zh-TW` has a name of its own. */
function isLanguage(name: string, language: string): boolean {
  const given = name.toLowerCase().replace('_', '-');
  return given === language || (given.startsWith(`${language}-`) && !LANGUAGES.includes(given));
}

/** Brings the space in step and fills in, as one revision. */
async function writeFilled(
  parts: EditingParts,
  sync: LanguageSync,
  { pages, filled, actor }: Filling,
): Promise<Pick<TranslationImport, 'revision'>> {
  const translator: PageTranslator = {
    isWanted: (pageId) => pages.has(pageId),
    async translate(pageId, input) {
      const units = pages.get(pageId);
      if (!units) return translateInThread(parts.context, input, sync.signal);
      const { translated, ...result } = await fillInThread(parts.context, { ...input, filled: units });
      filled.set(pageId, result);
      return translated;
    },
  };
  const authorship = {
    authorId: authorIdOf(actor),
    message: `Translations into ${sync.key.language} from a file`,
  };
  // No provider was called, so another run follows immediately.
  const resumeAt = parts.context.clock();
  const { revisionId: revision } = await syncLanguage(parts, sync, { translator, authorship, resumeAt });
  return { revision };
}

function summarize(
  filled: FilledPages,
  refused: TranslationImport['refused'],
): Pick<TranslationImport, 'written' | 'remembered' | 'unchanged' | 'refused'> {
  const counts = { written: 0, remembered: 0, unchanged: 0 };
  const all = [...refused];
  for (const [pageId, { outcomes }] of filled)
    for (const one of outcomes)
      if (one.outcome === 'refused')
        all.push({ unit: `${pageId}.${one.id}`, reason: one.reason, message: one.message });
      else counts[one.outcome] += 1;
  return { ...counts, refused: all };
}

const distinct = (translations: FilledPage['accepted']): FilledPage['accepted'] => [
  ...new Map(translations.map((one) => [one.key, one])).values(),
];
