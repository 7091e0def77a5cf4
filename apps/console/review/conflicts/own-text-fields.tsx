import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import type { RequestPlace } from '../../api/change-request.ts';
import { type Conflict, conflictBlocksQuery, previewDecision } from '../../api/conflicts.ts';
import { explain } from '../../api/explain.ts';
import { Button } from '../../app/button.tsx';
import { showError } from '../../app/toasts.tsx';
import { Loading } from '../../app/view.tsx';
import type { DocumentNode } from '../../editor/convert/document-json.ts';
import { t } from '../../messages/messages.ts';
import styles from './conflicts.module.css';
import { mayHaveBlocks } from './say-conflict.ts';
import { decisionOf, type OwnText } from './use-own-text.ts';

const BlockEditor = lazy(async () => ({ default: (await import('../block-editor.tsx')).BlockEditor }));

interface OwnTextProps {
  place: RequestPlace;
  conflict: Conflict;
  own: OwnText;
  onChange(own: OwnText): void;
}

/** Where a text of one’s own is written: in the editor or as Markdown, or in one line for a field. */
export function OwnTextFields(props: OwnTextProps) {
  const { conflict, own, onChange } = props;
  if (conflict.page && mayHaveBlocks(conflict))
    return <BlocksOrMarkdown {...props} page={conflict.page.id} />;
  if (conflict.kind === 'document') return <MarkdownField own={own} onChange={onChange} />;
  return (
    <input
      type="text"
      aria-label={t('newText')}
      value={own.text}
      onChange={({ target }) => onChange({ text: target.value })}
    />
  );
}

function MarkdownField({ own: { text }, onChange }: Pick<OwnTextProps, 'own' | 'onChange'>) {
  return (
    <textarea
      aria-label={t('newText')}
      dir="auto"
      rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
      value={text}
      onChange={({ target }) => onChange({ text: target.value, isMarkdown: true })}
    />
  );
}

function BlocksOrMarkdown({ place, conflict, page, own, onChange }: OwnTextProps & { page: string }) {
  const { text, nodes, isMarkdown = false } = own;
  // Each new number opens the editor again with the current text.
  const [opened, setOpened] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const fields = useRef<HTMLFieldSetElement>(null);
  const { data: blocks, error } = useQuery({
    ...conflictBlocksQuery(place, conflict.id, text),
    enabled: !isMarkdown,
  });
  const hasNoBlocks = blocks === null;

  /** Writes the changes of the editor into the text. */
  const settle = async (changes: Partial<OwnText>): Promise<void> => {
    setBusy(true);
    try {
      const next = nodes ? await previewDecision(place, conflict.id, decisionOf(own)) : { text };
      onChange({ text: next.text ?? '', ...changes });
      setOpened((count) => count + 1);
    } catch (failure) {
      showError(explain(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset ref={fields} className={styles.own}>
      <legend className="visually-hidden">{t('sideText')}</legend>
      {!hasNoBlocks && (
        <Button
          className={styles.markdown}
          aria-pressed={isMarkdown}
          disabled={isBusy}
          onClick={() => void settle({ isMarkdown: !isMarkdown })}
        >
          {t('viewMarkdown')}
        </Button>
      )}
      {isMarkdown || hasNoBlocks ? (
        <MarkdownField own={own} onChange={onChange} />
      ) : error && !blocks ? (
        <p role="alert">{explain(error)}</p>
      ) : blocks ? (
        <Suspense fallback={<Loading label={t('loading')} rows={2} />}>
          <BlockEditor
            key={opened}
            place={{ ...place, pageId: page }}
            label={t('newText')}
            blocks={blocks as unknown as DocumentNode[]}
            edited={nodes}
            readSource={async (block, isChanged) => {
              const { sourceOf } = await import('../../editor/input/block-source.ts');
              const source = sourceOf(blocks as unknown as DocumentNode[], block.key ?? '', text) ?? '';
              if (!isChanged) return source;
              const changed = decisionOf({ text: source, nodes: [block] });
              return (await previewDecision(place, conflict.id, changed)).text;
            }}
            onChange={(changed) => onChange({ text, nodes: changed })}
            onReread={() => void settle({})}
            onLeave={() => {
              const card = fields.current?.closest('section');
              card?.querySelector<HTMLElement>('input[type="radio"]:checked')?.focus();
            }}
          />
        </Suspense>
      ) : (
        <Loading label={t('loading')} rows={2} />
      )}
    </fieldset>
  );
}
