import { FILL_REFUSALS } from '@lectern/markdown/translation/resolve-filled';
import { type Static, Type } from 'typebox';
import { Id } from '../../../platform/http/schemas.ts';
import { SettingsParams } from '../settings/settings.schemas.ts';
import { FILE_FORMATS } from './unit-file.ts';

export const LanguageParams = Type.Object({
  ...SettingsParams.properties,
  language: Type.String({ description: 'One of the languages of the settings.' }),
});

const Format = Type.Enum([...FILE_FORMATS], { description: '`xliff`: XLIFF 1.2. `po`: Gettext PO.' });

export const ExportQuery = Type.Object({
  format: Type.Optional(Type.Enum([...FILE_FORMATS], { default: 'xliff' })),
  all: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether the file contains all units, or only those of blocks with outdated or missing translations.',
    }),
  ),
  page: Type.Optional(
    Type.String({ description: 'The id of a page or reusable content. Limits the file to it.' }),
  ),
});

/** The bytes of a file, and of the JSON around it. */
export const MAX_FILE_BYTES = 10_000_000;
export const MAX_IMPORT_BYTES = 2 * MAX_FILE_BYTES;

export const ImportBody = Type.Object({
  format: Format,
  text: Type.String({ minLength: 1, description: `The file, at most ${MAX_FILE_BYTES / 1_000_000} MB.` }),
  changeRequest: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether the translations are put in a new change request instead of the space.',
    }),
  ),
});
export type ImportFile = Static<typeof ImportBody>;

const REFUSALS = [...FILL_REFUSALS, 'unknown-unit', 'duplicate-unit'] as const;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const TranslationImportSchema = Type.Object(
  {
    object: Type.Literal('translation-import'),
    written: Count('The number of units whose translations were written to the space or the change request.'),
    remembered: Count(
      'The number of units that are kept in the translation memory until the other units of their blocks are translated.',
    ),
    unchanged: Count('The number of units whose translations did not change.'),
    open: Count('The number of units without a translation, or still marked as fuzzy or in need of review.'),
    refused: Type.Array(
      Type.Object({
        unit: Type.String({ description: 'The id of the unit in the file.' }),
        reason: Type.Enum([...REFUSALS]),
        message: Type.String(),
      }),
    ),
    revision: Type.String({ description: 'The id of the revision that contains the translations.' }),
    changeRequest: Type.Optional(Id),
  },
  { $id: 'TranslationImport' },
);
export type TranslationImport = Static<typeof TranslationImportSchema>;
export type RefusedUnit = TranslationImport['refused'][number];
