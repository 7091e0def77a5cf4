import { type Static, Type } from 'typebox';
import { DocumentSchema, documentInput } from '../../../content/revisions/content.schemas.ts';
import { LANGUAGES } from '../../../platform/http/languages.ts';
import { Id, ListQuery, nullable, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';

const TONES = ['default', 'formal', 'informal'] as const;
const PROVIDERS = ['openai', 'deepl', 'libretranslate', 'manual'] as const;

export type Tone = (typeof TONES)[number];
export type ProviderName = (typeof PROVIDERS)[number];

export const Language = Type.Enum([...LANGUAGES]);

const Title = Type.String({ minLength: 1, maxLength: 100 });
const Source = Type.Object(
  {
    space: Type.String({ description: 'The id of the space that is translated.' }),
    language: Language,
  },
  { title: 'TranslationSource' },
);
const Languages = Type.Array(Language, {
  maxItems: LANGUAGES.length - 1,
  description: 'The languages that the space is translated into.',
});
const ToneSchema = Type.Enum([...TONES], {
  description: 'How readers are addressed, in languages that distinguish forms of address.',
});
const Provider = Type.Enum([...PROVIDERS], {
  description:
    'The translation service. `manual`: people translate, in change requests or with files for translation programs.',
});
const TellsReaders = Type.Boolean({
  description: 'Whether published pages show that they were machine-translated or are out of date.',
});
const Instructions = documentInput('Instructions for a language model, as a document.');

const Count = Type.Integer({ minimum: 0 });
const Stats = Type.Object({
  runs: Count,
  totalWords: Count,
  totalPages: Count,
  totalDuration: Type.Integer({ minimum: 0, description: 'In seconds.' }),
  latestRunDuration: Type.Integer({ minimum: 0, description: 'In seconds.' }),
  latestPages: Count,
  latestWords: Count,
});
export type RunStats = Static<typeof Stats>;

const RUN_STATUSES = ['pending', 'running', 'completed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const TranslationSettingsSchema = Type.Object(
  {
    object: Type.Literal('translation-settings'),
    id: Id,
    title: Title,
    languages: Languages,
    source: Type.Optional(Source),
    language: Type.Optional(
      Type.Enum([...LANGUAGES], { description: 'The first of `languages`. Absent if there are none.' }),
    ),
    status: Type.Enum([...RUN_STATUSES], { description: '`pending`: nothing was translated yet.' }),
    tone: ToneSchema,
    provider: nullable(Provider),
    instructions: refTo(DocumentSchema),
    tellsReaders: TellsReaders,
    stats: Stats,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: Type.Object({ view: Type.Boolean(), edit: Type.Boolean() }),
    urls: Type.Object({ location: Url }),
  },
  { $id: 'TranslationSettings' },
);
export type TranslationSettings = Static<typeof TranslationSettingsSchema>;

export const OrganizationParams = Type.Object({ organizationId: Id });
export const SettingsParams = Type.Object({ organizationId: Id, translationSettingsId: Id });
export const ListSettingsQuery = Type.Object(ListQuery);

const FIELDS = {
  title: Type.Optional(Title),
  source: Type.Optional(Source),
  language: Type.Optional(
    Type.Enum([...LANGUAGES], { description: 'Equivalent to one language in `languages`.' }),
  ),
  languages: Type.Optional(Languages),
  instructions: Type.Optional(Instructions),
  tone: Type.Optional(ToneSchema),
  tellsReaders: Type.Optional(TellsReaders),
  provider: Type.Optional(
    nullable(
      Type.Enum([...PROVIDERS], {
        description: 'The translation service. Null uses the service configured for the instance.',
      }),
    ),
  ),
};

export const CreateSettingsBody = Type.Object(FIELDS, {
  description: '`title` is required unless `source` and `language` are given.',
});
export const UpdateSettingsBody = Type.Object(FIELDS, {
  description: '`title` is required unless `instructions` are given.',
});
export type SettingsBody = Static<typeof CreateSettingsBody>;
