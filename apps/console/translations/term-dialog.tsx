import { useState } from 'react';
import { api } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { type GlossaryEntry, glossaryQuery, type Language } from '../api/translations.ts';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { SelectField, TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import { listLanguages, sayLanguage } from './languages.ts';

/** Asks for a term in several languages. */
export function TermDialog({
  organizationId,
  entry,
  onClose,
}: {
  organizationId: string;
  entry: GlossaryEntry | undefined;
  onClose: () => void;
}) {
  const [languages, setLanguages] = useState<Language[]>(() =>
    entry ? (Object.keys(entry.translations) as Language[]) : ['en', 'de'],
  );
  const others = listLanguages().filter(([language]) => !languages.includes(language));
  return (
    <Dialog title={t(entry ? 'editTerm' : 'addTerm')} onClose={onClose}>
      <DialogForm
        submit={t('save')}
        onClose={onClose}
        onSubmit={async (fields) => {
          const terms = languages.flatMap((language) => {
            const term = String(fields.get(language) ?? '').trim();
            return term === '' ? [] : [[language, term] as const];
          });
          if (terms.length === 0) throw new Error(t('termsNeeded'));
          const translations = Object.fromEntries(terms);
          await api.put('/v1/orgs/{organizationId}/translations-glossary', {
            path: { organizationId },
            body: {
              operations: [
                entry ? { type: 'update', id: entry.id, translations } : { type: 'insert', translations },
              ],
            },
          });
          await queries.invalidateQueries({ queryKey: glossaryQuery(organizationId).queryKey });
          onClose();
        }}
      >
        {languages.map((language) => (
          <TextField
            key={language}
            name={language}
            label={t('termOfLanguage', { language: sayLanguage(language) })}
            maxLength={255}
            defaultValue={entry?.translations[language] ?? ''}
          />
        ))}
        <SelectField
          label={t('addLanguage')}
          value=""
          onChange={({ target }) => setLanguages([...languages, target.value as Language])}
          options={others}
        >
          <option value="">–</option>
        </SelectField>
      </DialogForm>
    </Dialog>
  );
}
