import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshRequest } from '../../api/change-request.ts';
import { api } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { Button, IconButton } from '../../app/button.tsx';
import { showError } from '../../app/toasts.tsx';
import { Loading } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { RenderedPage } from '../../page/rendered-page.tsx';
import { unsentTextsOf } from '../comments/unsent-texts.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';

/** The description as readers of the change request see it. */
const descriptionQuery = ({ place, request }: OpenRequest) => ({
  queryKey: ['space', place.spaceId, 'description', request.id, JSON.stringify(request.description ?? null)],
  queryFn: () => render(request.description?.nodes ?? [], place.spaceId),
  staleTime: Number.POSITIVE_INFINITY,
});

type Nodes = NonNullable<OpenRequest['request']['description']>['nodes'];

async function render(nodes: Nodes, spaceId: string): Promise<string> {
  const { blocks } = await api.post('/v1/spaces/{spaceId}/content/render', {
    path: { spaceId },
    body: { nodes },
  });
  return blocks.map(({ html }) => html).join('');
}

/** Where a description is kept until it is saved. */
const SLOT = 'description';

/** What the author says about the change request. */
export function DescriptionPart({ opened }: { opened: OpenRequest }) {
  const { request, space } = opened;
  const mayEdit = space.permissions.edit;
  const [isWriting, setWriting] = useState(
    () => mayEdit && unsentTextsOf(opened.place).read(SLOT).text !== '',
  );
  const isEmpty = (request.description?.nodes ?? []).length === 0;
  const { data: html, error } = useQuery({ ...descriptionQuery(opened), enabled: !isEmpty });
  if (isWriting) return <DescriptionField opened={opened} onEnd={() => setWriting(false)} />;
  return (
    <section aria-labelledby="description" className={styles.description}>
      <div className={styles.descriptionHead}>
        <h2 id="description">{t('description')}</h2>
        {mayEdit && !isEmpty && (
          <IconButton icon="edit" label={t('editDescription')} onClick={() => setWriting(true)} />
        )}
      </div>
      {isEmpty && !mayEdit && <p className={styles.soft}>{t('noDescription')}</p>}
      {isEmpty && mayEdit && (
        <button type="button" className={styles.addDescription} onClick={() => setWriting(true)}>
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

function DescriptionField({ opened, onEnd }: { opened: OpenRequest; onEnd: () => void }) {
  const { place, request } = opened;
  const { data: written } = useQuery({
    queryKey: ['space', place.spaceId, 'description', request.id, 'markdown'],
    queryFn: async () =>
      (await import('./description-markdown.ts')).writeDescription(request.description?.nodes ?? []),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [unsent] = useState(() => unsentTextsOf(place));
  const [typed, setTyped] = useState(() => unsent.read(SLOT).text || undefined);
  const [isPreview, setPreview] = useState(false);
  const [isSending, setSending] = useState(false);
  const markdown = typed ?? written ?? '';
  const change = (text: string): void => {
    setTyped(text);
    unsent.write(SLOT, { ...unsent.read(SLOT), text });
  };
  const end = (): void => {
    unsent.forget(SLOT);
    onEnd();
  };
  const save = async (): Promise<void> => {
    setSending(true);
    try {
      const { readDescription } = await import('./description-markdown.ts');
      await api.patch('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
        path: { ...place },
        body: { description: markdown.trim() === '' ? null : readDescription(markdown) },
      });
      await refreshRequest(place, ['checks']);
      end();
    } catch (error) {
      showError(`${t('changeFailed')} ${explain(error)}`);
    } finally {
      setSending(false);
    }
  };
  if (written === undefined) return <Loading label={t('loading')} rows={3} />;
  return (
    <section aria-label={t('description')} className={styles.description}>
      {isPreview ? (
        <Preview opened={opened} markdown={markdown} />
      ) : (
        <textarea
          aria-label={t('description')}
          // biome-ignore lint/a11y/noAutofocus: the user wants to write here, unless the text was kept from before.
          autoFocus={typed === undefined}
          rows={6}
          dir="auto"
          value={markdown}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing && typed === undefined) onEnd();
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
          }}
        />
      )}
      <div className={styles.descriptionButtons}>
        <small>{t('markdownHint')}</small>
        <Button aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          {t('preview')}
        </Button>
        <Button onClick={end}>{t('cancel')}</Button>
        <Button look="primary" disabled={isSending} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </section>
  );
}

function Preview({ opened: { place }, markdown }: { opened: OpenRequest; markdown: string }) {
  const { data: html, error } = useQuery({
    queryKey: ['space', place.spaceId, 'description-preview', markdown],
    queryFn: async () => {
      const { readDescription } = await import('./description-markdown.ts');
      return render(readDescription(markdown).nodes as Nodes, place.spaceId);
    },
  });
  if (html !== undefined) return <RenderedPage html={html} />;
  return error ? <p>{explain(error)}</p> : <Loading label={t('loading')} rows={3} />;
}
