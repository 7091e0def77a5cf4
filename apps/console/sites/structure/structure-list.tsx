import { type FocusEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { ALT } from '../../app/shortcuts.ts';
import { t } from '../../messages/messages.ts';
import type { SiteKey, SiteStructure } from '../site-queries.ts';
import { PartList } from './part-list.tsx';
import { listParts } from './parts.ts';
import styles from './structure-view.module.css';
import { usePartDrag } from './use-part-drag.ts';

/** The parts of a site, which can be moved by dragging and by keys. */
export function StructureList({
  siteKey,
  structure,
  mayEdit,
}: {
  siteKey: SiteKey;
  structure: SiteStructure;
  mayEdit: boolean;
}) {
  const list = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => listParts(structure), [structure]);
  const drag = usePartDrag({ siteKey, parts, list, mayEdit });
  const focus = useFocusAfterMoves(list, structure);
  return (
    <div ref={list} data-dragging={drag !== undefined} className={styles.parts} {...focus}>
      <PartList
        siteKey={siteKey}
        parts={parts}
        parent={undefined}
        drag={drag}
        mayEdit={mayEdit}
        label={t('siteStructure')}
      />
      {mayEdit && (
        <p id="site-move-help" className={styles.help}>
          {t('siteMoveHelp', { alt: ALT.replace('+', '') })}
        </p>
      )}
    </div>
  );
}

/** Keeps the focus on the part that was moved: browsers lose it when an element moves, or is another one. */
function useFocusAfterMoves(list: RefObject<HTMLElement | null>, structure: SiteStructure) {
  const focusedId = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another structure draws other elements.
  useLayoutEffect(() => {
    if (focusedId.current === undefined || document.activeElement !== document.body) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-part="${focusedId.current}"] [data-control="edit"]`)
      ?.focus({ preventScroll: true });
  }, [structure]);
  return {
    onFocus({ target }: FocusEvent): void {
      focusedId.current = target.closest<HTMLElement>('[data-part]')?.dataset.part;
    },
    onBlur({ relatedTarget }: FocusEvent): void {
      if (relatedTarget) focusedId.current = undefined;
    },
  };
}
