import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { explain } from '../api/explain.ts';
import { specsQuery } from '../api/specs.ts';
import buttons from '../app/button.module.css';
import { Dialog, DialogForm } from '../app/dialog.tsx';
import { Loading } from '../app/view.tsx';
import { CheckField, SelectField } from '../forms/fields.tsx';
import { MoreButton } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import type { Insertion } from '../tree/tree-operation.ts';

type Computed = NonNullable<Insertion['computed']>;

/** Asks for the spec whose pages readers see in place of an entry of the page tree. */
export function ReferenceDialog({
  organizationId,
  onAdd,
  onClose,
}: {
  organizationId: string;
  onAdd: (computed: Computed) => Promise<void>;
  onClose: () => void;
}) {
  const list = useInfiniteQuery(specsQuery(organizationId));
  const specs = list.data?.pages.flatMap(({ items }) => items);
  const send = async (fields: FormData): Promise<void> => {
    onClose();
    await onAdd({
      type: 'builtin:openapi',
      props: {
        ...(fields.has('models') ? { models: true } : {}),
        ...(fields.has('changelog') ? { changelog: true } : {}),
        ...(fields.has('byOperation') ? { grouping: 'by-operation' } : {}),
      },
      dependencies: { spec: { ref: { kind: 'openapi', spec: String(fields.get('spec')) } } },
    });
  };
  return (
    <Dialog title={t('newReference')} onClose={onClose}>
      {!specs && (list.error ? <p role="alert">{explain(list.error)}</p> : <Loading label={t('loading')} />)}
      {specs?.length === 0 && (
        <>
          <p>{t('noSpecsHint')}</p>
          <p>
            <Link
              to="/o/$organizationId/$part/$itemId"
              params={{ organizationId, part: 'specs', itemId: 'new-' }}
              className={buttons.primary ?? ''}
              onClick={onClose}
            >
              {t('addSpec')}
            </Link>
          </p>
        </>
      )}
      {specs && specs.length > 0 && (
        <DialogForm submit={t('referenceAdd')} onSubmit={send} onClose={onClose}>
          <p>{t('referenceText')}</p>
          <SelectField
            name="spec"
            label={t('operationSpec')}
            autoFocus
            options={specs.map(({ slug }) => [slug, slug])}
          />
          <MoreButton list={list} />
          <CheckField name="models" label={t('referenceModels')} defaultChecked />
          <CheckField name="changelog" label={t('referenceChangelog')} />
          <CheckField
            name="byOperation"
            label={t('referenceByOperation')}
            hint={t('referenceByOperationHint')}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}
