import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { explain } from '../../api/explain.ts';
import { IconButton } from '../../app/button.tsx';
import { Loading } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { RenderedPage } from '../../page/rendered-page.tsx';
import { descriptionQuery } from './description-query.ts';
import { keptDescription } from './kept-description.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

const DescriptionField = lazy(async () => ({
  default: (await import('./description-field.tsx')).DescriptionField,
}));

/** What the author says about the change request. */
export function DescriptionPart({ opened }: { opened: OpenRequest }) {
  const { request, space } = opened;
  const mayEdit = space.permissions.edit;
  const [isWriting, setWriting] = useState(
    () => mayEdit && keptDescription(opened.place).read() !== undefined,
  );
  const hasWritten = useRef(false);
  const takeFocus = useCallback((button: HTMLButtonElement | null): void => {
    if (button && hasWritten.current) button.focus();
    if (button) hasWritten.current = false;
  }, []);
  const isEmpty = (request.description?.nodes ?? []).length === 0;
  const { data: html, error } = useQuery({ ...descriptionQuery(opened), enabled: !isEmpty });
  if (isWriting)
    return (
      <Suspense fallback={<Loading label={t('loading')} rows={3} />}>
        <DescriptionField
          opened={opened}
          onEnd={() => {
            hasWritten.current = true;
            setWriting(false);
          }}
        />
      </Suspense>
    );
  return (
    <section aria-labelledby="description" className={styles.description}>
      <div className={styles.descriptionHead}>
        <h2 id="description">{t('description')}</h2>
        {mayEdit && !isEmpty && (
          <IconButton
            ref={takeFocus}
            icon="edit"
            label={t('editDescription')}
            onClick={() => setWriting(true)}
          />
        )}
      </div>
      {isEmpty && !mayEdit && <p className={styles.soft}>{t('noDescription')}</p>}
      {isEmpty && mayEdit && (
        <button
          ref={takeFocus}
          type="button"
          className={styles.addDescription}
          onClick={() => setWriting(true)}
        >
          {t('addRequestDescription')}
        </button>
      )}
      {!isEmpty &&
        html === undefined &&
        (error ? <p>{explain(error)}</p> : <Loading label={t('loading')} rows={2} />)}
      {!isEmpty && html !== undefined && <RenderedPage html={html} />}
    </section>
  );
}
