import type { ReactNode } from 'react';
import type { Change } from '../../api/change-request.ts';
import { nameOf } from '../../app/current.ts';
import { t } from '../../messages/messages.ts';
import styles from './diff.module.css';
import { sayAttribute, sayValue } from './say-attribute.ts';

/** What changed about a page beside its text, in words. */
export function AttributeChanges({ changes }: { changes: readonly Change[] }) {
  const moves = changes.flatMap((change) => (change.type === 'page_moved' ? [change] : []));
  const edits = changes.flatMap((change) => (change.type === 'page_edited' ? [change] : []));
  const attributes = edits.flatMap(({ attributes: changed }) =>
    // The text itself is compared below.
    Object.entries(changed).filter(([name]) => name !== 'document'),
  );
  if (moves.length === 0 && attributes.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is not a field.
    <div
      role="group"
      aria-label={t('pageSettings')}
      tabIndex={-1}
      data-change-stop=""
      className={styles.settings}
    >
      {moves.map(({ parent }) => (
        <p key="move">{sayMove(parent)}</p>
      ))}
      {attributes.length > 0 && (
        <dl className={styles.attributes}>
          {attributes.map(([name, { before, after }]) => (
            <AttributeRow key={name} name={name} before={before} after={after} />
          ))}
        </dl>
      )}
    </div>
  );
}

/** An attribute with its value before and after. */
export function AttributeRow({
  name,
  before,
  after,
}: {
  name: string;
  before?: unknown;
  after?: unknown;
}): ReactNode {
  const [old, current] = [sayValue(before), sayValue(after)];
  return (
    <div>
      <dt>{sayAttribute(name)}</dt>
      <dd>
        {old !== undefined && <del>{old}</del>}
        {old !== undefined && current !== undefined && <span aria-hidden="true"> → </span>}
        {current !== undefined && <ins>{current}</ins>}
      </dd>
    </div>
  );
}

type Parent = Extract<Change, { type: 'page_moved' }>['parent'];

/** A move in the table of contents. */
function sayMove({ before, after }: Parent): string {
  const name = (page: Parent['before']): string =>
    page ? t('quoted', { text: nameOf(page.title, t('untitled')) }) : t('topLevel');
  if (before?.id === after?.id) return t('movedWithin', { place: name(after) });
  return t('movedFromTo', { from: name(before), to: name(after) });
}
