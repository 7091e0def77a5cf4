import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Session, sessionQuery } from '../api/queries.ts';
import { useIds } from '../app/current.ts';
import { LoadingView } from '../app/loading-view.tsx';

import { t } from '../messages/messages.ts';
import { ACCOUNT_PARTS } from './account-parts.ts';
import { Area } from './area.tsx';
import type { AreaParts } from './area-part.ts';
import { INSTANCE_PARTS } from './instance-parts.ts';

/** The account of the user. */
export const AccountArea = () => (
  <SessionArea parts={ACCOUNT_PARTS} label={t('account')} to="/account/$part" />
);

/** What the people who run the service see. */
export const InstanceArea = () => (
  <SessionArea parts={INSTANCE_PARTS} label={t('instance')} to="/instance/$part" />
);

function SessionArea({
  parts,
  label,
  to,
}: {
  parts: AreaParts<Session>;
  label: string;
  to: '/account/$part' | '/instance/$part';
}) {
  const { part, itemId } = useIds();
  const { data: session, error } = useQuery(sessionQuery);
  if (!session) return <LoadingView error={error} title={label} />;
  return (
    <Area
      parts={parts}
      owner={session}
      name={part}
      itemId={itemId}
      label={label}
      link={(name, content, className) => (
        <Link to={to} params={{ part: name }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}
