import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { organizationsQuery } from '../api/queries.ts';
import { nameOf, useCurrent, useIds } from '../app/current.ts';
import { LoadingView } from '../app/loading-view.tsx';
import { NotFound } from '../app/not-found.tsx';
import { t } from '../messages/messages.ts';
import { Area } from './area.tsx';
import { ORGANIZATION_PARTS } from './organization-parts.ts';

/** The administration of an organization. */
export function OrganizationArea() {
  const { organizationId = '', part, itemId } = useIds();
  const { isPending, error } = useQuery(organizationsQuery);
  const { organization } = useCurrent();
  if (!organization)
    return isPending || error ? <LoadingView error={error} viewKey={organizationId} /> : <NotFound />;
  return (
    <Area
      parts={ORGANIZATION_PARTS}
      owner={organization}
      name={part}
      itemId={itemId}
      label={t('settingsOf', { name: nameOf(organization.title, t('untitled')) })}
      link={(name, content, className) => (
        <Link
          to="/o/$organizationId/$part"
          params={{ organizationId: organization.id, part: name }}
          className={className}
        >
          {content}
        </Link>
      )}
    />
  );
}
