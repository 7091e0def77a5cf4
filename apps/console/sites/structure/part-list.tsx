import type { KeyboardEvent } from 'react';
import { askFirst } from '../../app/dialogs.tsx';
import { Icon, type IconName } from '../../app/icons.tsx';
import { MenuButton, type MenuGroup, type MenuItem } from '../../app/menu.tsx';
import { ALT } from '../../app/shortcuts.ts';
import { Badge } from '../../forms/section.tsx';
import { t } from '../../messages/messages.ts';
import type { SiteKey } from '../site-queries.ts';
import { change, duplicateVariant, makeDefault, movePart, removePart } from './change-structure.ts';
import { languageName } from './languages.ts';
import { showPartDialog } from './part-dialogs.tsx';
import styles from './part-list.module.css';
import { type Direction, findStep, type Part, type Placed, partsBelow } from './parts.ts';
import { setDraft, setHidden } from './update-part.ts';
import type { PartDrag } from './use-part-drag.ts';

const ICONS: Record<Part['object'], IconName> = {
  'site-section': 'page',
  'site-section-group': 'group',
  'site-external-link': 'link',
  'site-space': 'space',
};

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

interface ListProps {
  siteKey: SiteKey;
  /** All parts of the site, with their places. */
  parts: readonly Placed[];
  parent: Placed['parent'];
  drag: PartDrag | undefined;
  mayEdit: boolean;
  label: string;
}

/** The parts directly below a group or section, or at the root, each with what is below it. */
export function PartList({ parent, label, ...list }: ListProps) {
  return (
    <ul aria-label={label} className={styles[parent ? 'inner' : 'list']}>
      {list.parts
        .filter((placed) => placed.parent?.id === parent?.id)
        .map((placed) => (
          <PartItem key={placed.part.id} placed={placed} {...list} />
        ))}
    </ul>
  );
}

function PartItem({ placed, ...list }: { placed: Placed } & Omit<ListProps, 'parent' | 'label'>) {
  const { siteKey, drag, mayEdit } = list;
  const { part } = placed;
  const { title } = part;
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key];
    if (!mayEdit || !event.altKey || !direction || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    void movePart(siteKey, part.id, direction);
  };
  const below = partsBelow(part);
  return (
    <li
      data-part={part.id}
      data-dragged={drag?.partId === part.id}
      data-drop={drag?.over?.partId === part.id ? drag.over.side : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.row} data-row="">
        {mayEdit && (
          <span className={styles.handle} aria-hidden="true">
            <Icon name="grip" />
          </span>
        )}
        <Icon name={ICONS[part.object]} />
        {mayEdit ? (
          <button
            type="button"
            data-control="edit"
            aria-describedby="site-move-help"
            className={styles.title}
            onClick={() => showPartDialog(siteKey, { kind: part.object, placed })}
          >
            {title}
          </button>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        <Badges placed={placed} />
        <span className={styles.path}>{pathOf(part)}</span>
        {mayEdit && <PartMenu placed={placed} siteKey={siteKey} />}
      </div>
      {below.length > 0 && (
        <PartList {...list} parent={part as NonNullable<Placed['parent']>} label={t('siteIn', { title })} />
      )}
      {below.length === 0 && part.object === 'site-section-group' && (
        <p className={styles.none}>{t('siteGroupEmpty')}</p>
      )}
    </li>
  );
}

function pathOf(part: Part): string {
  if (part.object === 'site-external-link') return part.url;
  if (part.object === 'site-section-group') return '';
  return part.default ? '' : `/${part.path}`;
}

function Badges({ placed: { part, siblings } }: { placed: Placed }) {
  // Where there is nothing else, it goes without saying.
  const isDefault = 'default' in part && part.default && siblings.length > 1;
  const hasCondition = 'condition' in part && part.condition !== undefined;
  const language = part.object === 'site-space' ? part.space.language : undefined;
  return (
    <span className={styles.badges}>
      {language !== undefined && <Badge>{languageName(language)}</Badge>}
      {isDefault && <Badge>{t('siteDefault')}</Badge>}
      {part.draft && <Badge tone="warn">{t('siteDraft')}</Badge>}
      {part.object === 'site-space' && part.hidden && <Badge>{t('siteHidden')}</Badge>}
      {hasCondition && <Badge>{t('siteConditional')}</Badge>}
    </span>
  );
}

function PartMenu({ placed, siteKey }: { placed: Placed; siteKey: SiteKey }) {
  const { part } = placed;
  const { title } = part;
  return (
    <MenuButton
      label={t('pageMenu', { title })}
      groups={(): MenuGroup[] => [
        { items: ownItems(placed, siteKey) },
        { items: moveItems(placed, siteKey) },
        {
          items: [
            {
              label: t('siteRemove'),
              icon: 'trash',
              isDanger: true,
              run: () =>
                askFirst(
                  {
                    title: t('siteRemoveTitle', { title }),
                    text: t(REMOVALS[part.object]),
                    submit: t('siteRemove'),
                    isDanger: true,
                  },
                  () => change(siteKey, () => removePart(siteKey, part), t('siteRemoved', { title })),
                ),
            },
          ],
        },
      ]}
    />
  );
}

const REMOVALS = {
  'site-section': 'siteRemoveSectionText',
  'site-section-group': 'siteRemoveGroupText',
  'site-external-link': 'siteRemoveLinkText',
  'site-space': 'siteRemoveVariantText',
} as const;

function ownItems(placed: Placed, siteKey: SiteKey): MenuItem[] {
  const { part } = placed;
  const { title } = part;
  const changed = t('siteChanged', { title });
  const items: MenuItem[] = [
    {
      label: t('siteEditPart'),
      icon: 'edit',
      run: () => showPartDialog(siteKey, { kind: part.object, placed }),
    },
  ];
  const address = addressOf(part);
  if (address !== undefined)
    items.push({
      label: t('open'),
      icon: 'external',
      run: () => window.open(address, '_blank', 'noopener'),
    });
  if (part.object === 'site-section')
    items.push({
      label: t('siteAddVariantHere'),
      icon: 'plus',
      run: () => showPartDialog(siteKey, { kind: 'site-space', into: part.id }),
    });
  if (part.object === 'site-section-group')
    items.push({
      label: t('siteAddSectionHere'),
      icon: 'plus',
      run: () => showPartDialog(siteKey, { kind: 'site-section', into: part.id }),
    });
  if ('default' in part && !part.default)
    items.push({
      label: t('siteMakeDefault'),
      icon: 'check',
      run: () => void change(siteKey, () => makeDefault(siteKey, part), changed),
    });
  items.push({
    label: t(part.draft ? 'siteMakeLive' : 'siteMakeDraft'),
    icon: part.draft ? 'globe' : 'draft',
    run: () => void change(siteKey, () => setDraft(siteKey, part, !part.draft), changed),
  });
  if (part.object === 'site-space') {
    const { id } = part;
    items.push({
      label: t('siteDuplicate'),
      icon: 'group',
      run: () => void change(siteKey, () => duplicateVariant(siteKey, id), t('siteDuplicated')),
    });
    items.push({
      label: t(part.hidden ? 'siteShowVariant' : 'siteHideVariant'),
      icon: 'hidden',
      run: () => void change(siteKey, () => setHidden(siteKey, part, !part.hidden), changed),
    });
  }
  return items;
}

function addressOf(part: Part): string | undefined {
  if (part.object === 'site-external-link') return part.url;
  return part.object === 'site-section-group' ? undefined : part.urls.published;
}

const MOVES = [
  ['up', 'moveUp', '↑'],
  ['down', 'moveDown', '↓'],
  ['in', 'siteMoveIn', '→'],
  ['out', 'siteMoveOut', '←'],
] as const;

const moveItems = (placed: Placed, siteKey: SiteKey): MenuItem[] =>
  MOVES.filter(([direction]) => findStep(placed, direction)).map(([direction, label, key]) => ({
    label: t(label),
    keys: `${ALT}${key}`,
    run: () => void movePart(siteKey, placed.part.id, direction),
  }));
