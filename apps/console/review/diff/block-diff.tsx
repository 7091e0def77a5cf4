import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { BlockChange } from '../../api/page-changes.ts';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { AttributeRow } from './attribute-changes.tsx';
import { BelowBlock } from './below-block.ts';
import styles from './diff.module.css';
import { comparePictures } from './picture-slider.ts';
import { prepareHtml } from './safe-html.ts';
import type { Direction } from './stretches.ts';

const LABELS: Record<BlockChange['type'], keyof Messages> = {
  equal: 'unchanged',
  added: 'partAdded',
  removed: 'partRemoved',
  changed: 'partChanged',
  moved: 'partMovedUp',
};

/** HTML of the published page. */
function Drawn({ html, name, label }: { html: string; name: string; label?: string }): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  const prepared = useMemo(() => prepareHtml(html, `${name}-`), [html, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: React has drawn the text anew.
  useEffect(() => {
    if (holder.current) comparePictures(holder.current);
  }, [prepared]);
  return (
    <div
      ref={holder}
      className={`document ${styles.drawn}`}
      {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the service escapes what people write.
      dangerouslySetInnerHTML={{ __html: prepared }}
    />
  );
}

interface BlockDiffProps {
  block: BlockChange;
  /** From where a moved block came. */
  direction: Direction;
  view: 'inline' | 'sides';
  pageId: string;
}

/** A block that was added, removed, changed or moved. */
export function BlockDiff({ block, direction, view, pageId }: BlockDiffProps) {
  const { type, before, after, onlyFormatting, settings = [] } = block;
  const name = `${pageId}-${before?.key ?? ''}-${after?.key ?? ''}`;
  const label = type === 'moved' ? t(direction === 'up' ? 'partMovedUp' : 'partMovedDown') : t(LABELS[type]);
  const isAside = view === 'sides' && type !== 'moved';
  const below = useContext(BelowBlock);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is not a field.
    <div
      role="group"
      aria-label={label}
      tabIndex={-1}
      data-change-stop=""
      className={styles.change}
      data-type={type}
    >
      {(type === 'moved' || onlyFormatting) && (
        <p className={styles.note}>{onlyFormatting ? t('onlyFormatting') : label}</p>
      )}
      {isAside ? (
        <div className={styles.sides}>
          <Side html={before?.html} name={`${name}-b`} label={t('textBefore')} />
          <Side html={after?.html} name={`${name}-a`} label={t('textAfter')} />
        </div>
      ) : (
        <Drawn html={inlineHtml(block)} name={name} />
      )}
      {settings.length > 0 && (
        <dl className={styles.attributes}>
          {settings.map((setting, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of the block can have the same setting.
            <AttributeRow key={`${setting.name} ${at}`} {...setting} />
          ))}
        </dl>
      )}
      {below?.(block, pageId)}
    </div>
  );
}

const inlineHtml = ({ type, html, before, after }: BlockChange): string =>
  html ?? (type === 'removed' ? before?.html : after?.html) ?? '';

const Side = ({ html, name, label }: { html: string | undefined; name: string; label: string }) => (
  <div className={styles.side}>{html !== undefined && <Drawn html={html} name={name} label={label} />}</div>
);

/** So many unchanged blocks are shown on each side of a change. */
const CONTEXT = 1;

/** Unchanged blocks between changes; those far from a change are shown on demand. */
export function EqualBlocks({
  blocks,
  pageId,
  hasBefore,
  hasAfter,
}: {
  blocks: readonly BlockChange[];
  pageId: string;
  /** Whether there is a change before them, and after them. */
  hasBefore: boolean;
  hasAfter: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const first = hasBefore ? CONTEXT : 0;
  const last = hasAfter ? CONTEXT : 0;
  const hidden = blocks.length - first - last;
  const isWhole = isOpen || hidden < 2;
  const draw = (block: BlockChange) => (
    <div key={block.after?.key ?? block.before?.key} className={styles.equal}>
      <Drawn
        html={inlineHtml(block)}
        name={`${pageId}-${block.before?.key ?? ''}-${block.after?.key ?? ''}`}
      />
    </div>
  );
  if (isWhole) return <>{blocks.map(draw)}</>;
  return (
    <>
      {blocks.slice(0, first).map(draw)}
      <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
        {t('unchangedParts', { count: hidden })}
      </button>
      {blocks.slice(first + hidden).map(draw)}
    </>
  );
}
