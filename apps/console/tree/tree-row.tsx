import { type CSSProperties, type MouseEvent, memo, type RefObject, useRef, useState } from 'react';
import { PREFIX } from '../api/client.ts';
import { type Place, pagePath } from '../api/place.ts';
import { IconButton } from '../app/button.tsx';
import { nameOf } from '../app/current.ts';
import { Icon, type IconName } from '../app/icons.tsx';
import { PageSign } from '../app/page-sign.tsx';
import { t } from '../messages/messages.ts';
import { addressOf, type TreeActions } from './actions.ts';
import { startNewPage } from './drafts.ts';
import { domId, indentOf } from './geometry.ts';
import styles from './page-tree.module.css';
import { mayHavePages } from './pages.ts';
import type { PageRow } from './rows.ts';
import { TitleField } from './title-field.tsx';

interface TreeRowProps {
  row: PageRow;
  style: CSSProperties;
  place: Place;
  isActive: boolean;
  isCurrent: boolean;
  isRenaming: boolean;
  isDragged: boolean;
  /** Whether a dragged page would go into it. */
  isTarget: boolean;
  mayEdit: boolean;
  actions: TreeActions;
  onActivate: () => void;
  onToggle: (isOpen: boolean) => void;
  /** Undefined: the title stays. */
  onRenamed: (title: string | undefined) => void;
  onMenu: (trigger: RefObject<Element | null>) => void;
}

const ICONS: Record<PageRow['page']['type'], IconName> = {
  document: 'page',
  group: 'group',
  link: 'link',
  computed: 'command',
};

export const TreeRow = memo(function TreeRow({
  row: { page, level, at, siblings, isExpanded },
  style,
  place,
  isActive,
  isCurrent,
  isRenaming,
  isDragged,
  isTarget,
  mayEdit,
  actions,
  onActivate,
  onToggle,
  onRenamed,
  onMenu,
}: TreeRowProps) {
  const menuButton = useRef<HTMLButtonElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  // Hundreds of invisible buttons would slow down the first view.
  const hasButtons = isNear || isActive || isCurrent;
  const title = nameOf(page.title, t('untitled'));
  const isHidden = page.hidden === true;
  const address = addressOf(page);
  const follow = (event: MouseEvent): void => {
    onActivate();
    // The browser opens other tabs and windows itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    if (address !== undefined) return;
    event.preventDefault();
    if (page.type === 'group') onToggle(!isExpanded);
    else actions.open(page);
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus, and refers to the active item.
    <div
      ref={element}
      id={domId(page.id)}
      role="treeitem"
      aria-label={title}
      aria-level={level}
      aria-posinset={at + 1}
      aria-setsize={siblings}
      aria-selected={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      aria-expanded={isExpanded}
      aria-description={isHidden ? t('hiddenInNavigation') : undefined}
      data-active={isActive}
      data-dragged={isDragged}
      data-target={isTarget}
      data-page={page.id}
      draggable={mayEdit && !isRenaming}
      className={styles.row}
      style={style}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onContextMenu={(event) => {
        event.preventDefault();
        onActivate();
        onMenu(element);
      }}
    >
      {/* The keys of the tree do the same as these buttons. */}
      <span className={styles.indent} style={{ width: indentOf(level) }} />
      {isExpanded === undefined ? (
        <span className={styles.space} />
      ) : (
        <span
          className={styles.toggle}
          data-toggle=""
          aria-hidden="true"
          onClick={() => {
            onActivate();
            onToggle(!isExpanded);
          }}
        >
          <Icon name="chevron" size={12} />
        </span>
      )}
      {isRenaming ? (
        <TitleField label={t('titleOf', { title })} title={page.title} onDone={onRenamed} />
      ) : (
        <>
          <a
            href={address ?? `${PREFIX}/app${pagePath(place, page.id)}`}
            {...(address === undefined ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
            tabIndex={-1}
            draggable={false}
            className={styles.title}
            onClick={follow}
          >
            <span className={styles.icon} aria-hidden="true">
              <PageSign
                spaceId={place.spaceId}
                icon={page.icon}
                emoji={page.emoji}
                plain={ICONS[page.type]}
              />
            </span>
            <span className={styles.text}>{title}</span>
            {isHidden && <Icon name="hidden" size={14} />}
            {address !== undefined && <Icon name="external" size={12} />}
          </a>
          {hasButtons && (
            <span className={styles.buttons}>
              <IconButton
                ref={menuButton}
                icon="more"
                label={t('pageMenu', { title })}
                tabIndex={-1}
                aria-haspopup="menu"
                onClick={() => {
                  onActivate();
                  onMenu(menuButton);
                }}
              />
              {mayEdit && mayHavePages(page) && (
                <IconButton
                  icon="plus"
                  label={t('newPageIn', { title })}
                  tabIndex={-1}
                  onClick={() => startNewPage({ type: 'document', into: page.id })}
                />
              )}
            </span>
          )}
        </>
      )}
    </div>
  );
});
