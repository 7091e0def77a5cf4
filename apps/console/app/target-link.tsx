import { Link } from '@tanstack/react-router';
import type { Bookmark } from '../api/queries.ts';
import { t } from '../messages/messages.ts';
import { nameOf } from './current.ts';
import { emojiOf, Icon, type IconName, spaceEmojiOf } from './icons.tsx';
import { PageSign } from './page-sign.tsx';

const ICONS: Record<Bookmark['target']['kind'], IconName> = {
  page: 'page',
  space: 'space',
  collection: 'collection',
  site: 'globe',
  'change-request': 'change',
};

/** The path below `/app` of a favorite or recently opened item. */
export function addressOf({ kind, id, organization, space, number }: Bookmark['target']): string {
  switch (kind) {
    case 'page':
      return `/s/${space}/${id}`;
    case 'space':
      return `/s/${id}`;
    case 'collection':
      return `/c/${id}`;
    case 'site':
      return `/o/${organization}/sites/${id}`;
    case 'change-request':
      return `/s/${space}/change-requests/${number ?? id}`;
  }
}

/** A link to a favorite or recently opened item. */
export function TargetLink({
  target,
  className,
  icon,
}: {
  target: Bookmark['target'];
  className: string;
  icon?: IconName;
}) {
  const { kind, id, space, title } = target;
  const emoji = kind === 'space' ? spaceEmojiOf(target.emoji) : emojiOf(target.emoji);
  const content = (
    <>
      {emoji ? (
        <span aria-hidden="true">{emoji}</span>
      ) : kind === 'page' && space !== undefined ? (
        <PageSign spaceId={space} icon={target.icon} />
      ) : (
        <Icon name={ICONS[kind] ?? icon} />
      )}
      <span>{nameOf(title, t('untitled'))}</span>
    </>
  );
  if (kind === 'page' && space !== undefined)
    return (
      <Link to="/s/$spaceId/$pageId" params={{ spaceId: space, pageId: id }} className={className}>
        {content}
      </Link>
    );
  if (kind === 'space')
    return (
      <Link to="/s/$spaceId" params={{ spaceId: id }} className={className}>
        {content}
      </Link>
    );
  if (kind === 'collection')
    return (
      <Link to="/c/$collectionId" params={{ collectionId: id }} className={className}>
        {content}
      </Link>
    );
  return (
    <Link to={addressOf(target)} className={className}>
      {content}
    </Link>
  );
}
