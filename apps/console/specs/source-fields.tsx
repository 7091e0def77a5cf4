import type { RequestOf } from '@lectern/client/client';
import { useState } from 'react';
import { ChoiceField, TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';

type SourceKind = 'address' | 'file';
export type SpecSource = RequestOf<'/v1/orgs/{organizationId}/openapi/{specSlug}', 'put'>['body']['source'];

/** Where a spec comes from: an address that is read again and again, or a file. */
export function SourceFields({ url }: { url?: string | undefined }) {
  const [kind, setKind] = useState<SourceKind>('address');
  return (
    <>
      <ChoiceField
        name="kind"
        label={t('specSource')}
        value={kind}
        onChange={(value) => setKind(value as SourceKind)}
        choices={[
          { value: 'address', label: t('specFromAddress'), hint: t('specFromAddressHint') },
          { value: 'file', label: t('specFromFile'), hint: t('specFromFileHint') },
        ]}
      />
      {kind === 'address' ? (
        <TextField
          name="url"
          type="url"
          label={t('specAddress')}
          required
          maxLength={2048}
          placeholder="https://"
          defaultValue={url ?? ''}
        />
      ) : (
        <TextField name="file" type="file" label={t('specFile')} accept=".json,.yaml,.yml" required />
      )}
    </>
  );
}

export async function readSource(fields: FormData): Promise<SpecSource> {
  if (fields.get('kind') === 'address') return { url: String(fields.get('url')).trim() };
  const file = fields.get('file');
  if (!(file instanceof File) || file.size === 0) throw new Error(t('chooseSpecFile'));
  return { text: await file.text() };
}
