import type { Space } from '../../api/queries.ts';
import { nameOf } from '../../app/current.ts';
import { DialogForm, Field } from '../../app/dialog.tsx';
import { t } from '../../messages/messages.ts';

/** Asks which space is published. */
export function SpaceChoice({
  spaces,
  onChoose,
  onClose,
}: {
  spaces: readonly Space[];
  onChoose: (spaceId: string) => void;
  onClose: () => void;
}) {
  if (spaces.length === 0) return <p>{t('siteNoSpaces')}</p>;
  return (
    <DialogForm
      submit={t('siteContinue')}
      onSubmit={async (fields) => onChoose(String(fields.get('space')))}
      onClose={onClose}
    >
      <p>{t('siteChooseFirstSpace')}</p>
      <Field label={t('siteSpace')}>
        <select
          name="space"
          required
          // biome-ignore lint/a11y/noAutofocus: the dialog begins with what it needs.
          autoFocus
          defaultValue={spaces.length === 1 ? spaces[0]?.id : ''}
        >
          <option value="" disabled>
            {t('siteChooseSpace')}
          </option>
          {spaces.map(({ id, title }) => (
            <option key={id} value={id}>
              {nameOf(title, t('untitled'))}
            </option>
          ))}
        </select>
      </Field>
    </DialogForm>
  );
}
