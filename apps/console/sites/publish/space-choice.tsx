import type { Space } from '../../api/queries.ts';
import { nameOf } from '../../app/current.ts';
import { DialogForm } from '../../app/dialog.tsx';
import { SelectField } from '../../forms/fields.tsx';
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
      <SelectField
        name="space"
        label={t('siteSpace')}
        required
        autoFocus
        defaultValue={spaces.length === 1 ? spaces[0]?.id : ''}
        options={spaces.map(({ id, title }) => [id, nameOf(title, t('untitled'))])}
      >
        <option value="" disabled>
          {t('siteChooseSpace')}
        </option>
      </SelectField>
    </DialogForm>
  );
}
