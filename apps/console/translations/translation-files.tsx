import type { Schemas } from '@lectern/client/schema';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { type Language, refreshTranslation, type TranslationKey } from '../api/translations.ts';
import { Button } from '../app/button.tsx';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { saveFile } from '../app/save-file.ts';
import { CheckField, SelectField, TextField } from '../forms/fields.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import { sayLanguage } from './languages.ts';
import styles from './translations.module.css';

type FileFormat = 'xliff' | 'po';
type ImportedFile = Schemas['TranslationImport'];

const FILE = '/v1/orgs/{organizationId}/translations/{translationSettingsId}/languages/{language}';
const TYPES = {
  xliff: 'application/xliff+xml',
  po: 'text/x-gettext-translation',
} as const;

export interface FileDialogProps {
  path: TranslationKey;
  language: Language;
  onClose: () => void;
}

/** Saves the texts of a language as a file for the programs of translators. */
export const ExportDialog = ({ path, language, onClose }: FileDialogProps) => (
  <Dialog title={t('exportTranslationTitle', { language: sayLanguage(language) })} onClose={onClose}>
    <DialogForm
      submit={t('saveTranslationFile')}
      onClose={onClose}
      onSubmit={async (fields) => {
        const format = fields.get('format') as FileFormat;
        const file = await api.get(`${FILE}/export`, {
          path: { ...path, language },
          query: { format, all: fields.has('all') },
          accept: TYPES[format],
        });
        saveFile(`${language}.${format === 'po' ? 'po' : 'xlf'}`, await file.text(), TYPES[format]);
        onClose();
      }}
    >
      <p>{t('exportTranslationText')}</p>
      <SelectField
        name="format"
        label={t('translationFileFormat')}
        options={[
          ['xliff', 'XLIFF 1.2'],
          ['po', 'Gettext PO'],
        ]}
      />
      <CheckField name="all" label={t('exportTranslated')} hint={t('exportTranslatedHint')} />
    </DialogForm>
  </Dialog>
);

/** Reads a translated file, and shows what became of its texts. */
export function ImportDialog({ path, language, onClose }: FileDialogProps) {
  const [imported, setImported] = useState<ImportedFile>();
  const title = t('importTranslationTitle', { language: sayLanguage(language) });
  if (imported)
    return (
      <Dialog title={title} onClose={onClose}>
        <ImportReport imported={imported} />
        <div className={styles.actions}>
          <Button look="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        submit={t('importTranslation')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const file = fields.get('file') as File;
          const done = await api.post(`${FILE}/import`, {
            path: { ...path, language },
            body: {
              format: /\.pot?$/i.test(file.name) ? 'po' : 'xliff',
              text: await file.text(),
              changeRequest: fields.has('changeRequest'),
            },
          });
          setImported(done);
          await refreshTranslation(path);
        }}
      >
        <p>{t('importTranslationText')}</p>
        <TextField
          name="file"
          type="file"
          label={t('translationFile')}
          required
          accept=".xlf,.xliff,.po,.pot"
        />
        <CheckField
          name="changeRequest"
          label={t('importInRequest')}
          hint={t('importInRequestHint')}
          defaultChecked
        />
      </DialogForm>
    </Dialog>
  );
}

function ImportReport({ imported: { written, unchanged, open, refused } }: { imported: ImportedFile }) {
  const say = (count: number): string => count.toLocaleString(currentLocale());
  return (
    <div className={styles.estimate} role="status">
      <p>{t('importedTexts', { written: say(written), unchanged: say(unchanged), open: say(open) })}</p>
      {refused.length > 0 && (
        <>
          <p>{t('refusedTexts', { count: refused.length })}</p>
          <ul className={styles.refused}>
            {refused.map(({ unit, reason }) => (
              <li key={`${unit} ${reason}`}>
                <code>{unit}</code> {t(`textRefused-${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
