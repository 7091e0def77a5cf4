import { PREFIX } from '../api/client.ts';
import { type Place, pagePath } from '../api/place.ts';
import { favoriteItem } from '../app/favorites.ts';
import type { MenuGroup, MenuItem } from '../app/menu.tsx';
import { ALT } from '../app/shortcuts.ts';
import { t } from '../messages/messages.ts';
import type { TreeActions } from './actions.ts';
import { startNewPage } from './drafts.ts';
import type { Direction } from './neighbor-position.ts';
import { mayHavePages } from './pages.ts';
import type { PageRow } from './rows.ts';

const MOVES: [Direction, 'moveUp' | 'moveDown' | 'moveIn' | 'moveOut', arrow: string][] = [
  ['up', 'moveUp', '↑'],
  ['down', 'moveDown', '↓'],
  ['in', 'moveIn', '→'],
  ['out', 'moveOut', '←'],
];

/** The menu of a page. */
export function pageMenu(
  { page, into, at }: PageRow,
  {
    place,
    actions,
    mayEdit,
    startRename,
  }: { place: Place; actions: TreeActions; mayEdit: boolean; startRename: (pageId: string) => void },
): MenuGroup[] {
  const create = (type: 'document' | 'group', parent: string | null, position?: number) => () =>
    startNewPage({ type, into: parent, ...(position === undefined ? {} : { at: position }) });
  const inside: MenuItem[] = mayHavePages(page)
    ? [
        { label: t('newPageInside'), icon: 'page', run: create('document', page.id) },
        { label: t('newGroupInside'), icon: 'group', run: create('group', page.id) },
      ]
    : [];
  const isHidden = page.hidden === true;
  const changes: MenuItem[] = [
    { label: t('rename'), icon: 'settings', keys: 'F2', run: () => startRename(page.id) },
    { label: t('duplicate'), icon: 'group', run: () => void actions.duplicate(page) },
  ];
  if (page.type === 'document')
    changes.push({
      label: t(isHidden ? 'showInNavigation' : 'hideInNavigation'),
      icon: 'hidden',
      run: () => actions.hide(page, !isHidden),
    });
  return [
    {
      items: [
        {
          label: t('openInNewTab'),
          icon: 'out',
          run: () => window.open(`${PREFIX}/app${pagePath(place, page.id)}`, '_blank', 'noopener'),
        },
        { label: t('copyLink'), icon: 'link', run: () => void actions.copyLink(page) },
        ...(place.changeRequestId === undefined && place.revisionId === undefined
          ? [
              favoriteItem({ space: place.spaceId, page: page.id, title: page.title }),
              { label: t('history'), icon: 'clock', run: () => actions.showHistory(page) } as const,
              {
                label: t('changeRequests'),
                icon: 'change',
                run: () => actions.showRequests(page),
              } as const,
            ]
          : []),
      ],
    },
    ...(mayEdit
      ? [
          {
            items: [
              ...inside,
              { label: t('newPageBelow'), icon: 'plus', run: create('document', into, at + 1) } as const,
            ],
          },
          {
            // An API reference is named after its spec.
            items: page.type === 'computed' ? [] : changes,
          },
          {
            items: MOVES.map(([direction, label, arrow]) => ({
              label: t(label),
              keys: `${ALT}${arrow}`,
              run: () => actions.moveBy(page, direction),
            })),
          },
          {
            items: [
              {
                label: t('delete'),
                icon: 'trash',
                keys: 'Del',
                isDanger: true,
                run: () => actions.askDelete(page),
              } as const,
            ],
          },
        ]
      : []),
  ];
}
