import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shownSpaceQuery } from '../api/queries.ts';
import { nameOf, useIds } from '../app/current.ts';
import { LoadingView } from '../app/loading-view.tsx';

import { t } from '../messages/messages.ts';
import { Area } from '../settings/area.tsx';
import { SPACE_PARTS } from '../settings/space-parts.ts';

/** The settings of a space. */
export function SpaceArea() {
  const { spaceId = '', part, itemId } = useIds();
  const { data: space, error } = useQuery(shownSpaceQuery(spaceId));
  if (!space) return <LoadingView error={error} viewKey={spaceId} />;
  return (
    <Area
      parts={SPACE_PARTS}
      owner={space}
      name={part}
      itemId={itemId}
      label={t('settingsOf', { name: nameOf(space.title, t('untitled')) })}
      link={(name, content, className) => (
        <Link to="/s/$spaceId/settings/$part" params={{ spaceId, part: name }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}
