/** A chunk of its own, with the editor: only those who write a description need it. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { explain } from '../../api/explain.ts';
import { Button } from '../../app/button.tsx';
import { Loading } from '../../app/view.tsx';
import type { DocumentNode } from '../../editor/convert/document-json.ts';
import { t } from '../../messages/messages.ts';
import { RenderedPage } from '../../page/rendered-page.tsx';
import { BlockEditor } from '../block-editor.tsx';
import { descriptionQuery } from './description-query.ts';
import styles from './request.module.css';
import type { OpenRequest } from './request-parts.ts';
import { useDescription } from './use-description.ts';

/**
 * What a description needs. Files would be changes of the content, and blocks that ask visitors or specs of a site mean
 * nothing here.
 */
const OFFERED: ReadonlySet<string> = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-unordered',
  'list-ordered',
  'list-tasks',
  'blockquote',
  'code',
  'divider',
  'hint-info',
  'hint-success',
  'hint-warning',
  'hint-danger',
  'table',
  'expandable',
  'content-ref',
  'math',
  'mermaid',
  'icon',
  'emoji',
  'mention',
  'inline-math',
]);

/** Where a description is written: in the editor or as Markdown. */
export function DescriptionField({ opened, onEnd }: { opened: OpenRequest; onEnd: () => void }) {
  const { written, isRestored, isBusy, isOvertaken, openings, ...description } = useDescription(
    opened,
    onEnd,
  );
  const { nodes = [], text } = written;
  const isMarkdown = text !== undefined;
  const isToggled = useRef(false);
  const lastButton = useRef<HTMLButtonElement>(null);
  const leave = (): void => {
    if (description.isKept()) lastButton.current?.focus();
    else description.end();
  };
  return (
    <section aria-labelledby="description" className={styles.description}>
      <div className={styles.descriptionHead}>
        <h2 id="description">{t('description')}</h2>
        <Button
          className={styles.descriptionForm}
          aria-pressed={isMarkdown}
          disabled={isBusy}
          onClick={() => {
            isToggled.current = true;
            void description.settle(!isMarkdown);
          }}
        >
          {t('viewMarkdown')}
        </Button>
      </div>
      {isOvertaken && <Theirs opened={opened} />}
      {isMarkdown ? (
        <textarea
          aria-label={t('description')}
          rows={6}
          dir="auto"
          value={text}
          onChange={({ target }) => description.change({ text: target.value })}
          onKeyDown={({ key, ctrlKey, metaKey, nativeEvent }) => {
            if (key === 'Escape' && !nativeEvent.isComposing) leave();
            if (key === 'Enter' && (ctrlKey || metaKey)) void description.save();
          }}
        />
      ) : (
        <BlockEditor
          key={openings}
          place={opened.place}
          label={t('description')}
          blocks={nodes}
          offered={OFFERED}
          // The button that was clicked keeps the focus.
          isFocused={openings === 0 ? !isRestored : !isToggled.current}
          readSource={writeBlock}
          onChange={(changed) => description.change({ nodes: changed })}
          onReread={() => {
            isToggled.current = false;
            void description.settle(false);
          }}
          onLeave={leave}
          onSubmit={() => void description.save()}
        />
      )}
      <div className={styles.descriptionButtons}>
        <Button onClick={description.end}>{t('cancel')}</Button>
        <Button
          ref={lastButton}
          look={isOvertaken ? 'danger' : 'primary'}
          disabled={isBusy}
          onClick={() => void (isOvertaken ? description.replace() : description.save())}
        >
          {t(isOvertaken ? 'replaceTheirs' : 'save')}
        </Button>
      </div>
    </section>
  );
}

async function writeBlock(block: DocumentNode): Promise<string> {
  const { writeDescription } = await import('./description-markdown.ts');
  return writeDescription([block]);
}

/** What somebody else has made of the description in the meantime. */
function Theirs({ opened }: { opened: OpenRequest }) {
  const isEmpty = opened.request.description === undefined;
  const { data: html, error } = useQuery({ ...descriptionQuery(opened), enabled: !isEmpty });
  return (
    <div className={styles.overtaken}>
      <p role="alert">{t('describedMeanwhile')}</p>
      <details>
        <summary>{t('theirDescription')}</summary>
        {isEmpty ? (
          <p>{t('noDescription')}</p>
        ) : html !== undefined ? (
          <RenderedPage html={html} />
        ) : error ? (
          <p>{explain(error)}</p>
        ) : (
          <Loading label={t('loading')} rows={2} />
        )}
      </details>
    </div>
  );
}
