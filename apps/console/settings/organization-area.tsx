import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { organizationsQuery } from '../api/queries.ts';
import { nameOf, useCurrent, useIds } from '../app/current.ts';
import { NotFound } from '../app/not-found.tsx';
import { RouteError } from '../app/route-error.tsx';
import { Loading, View } from '../app/view.tsx';
import { t } from '../messages/messages.ts';
import { Area } from './area.tsx';
import { ORGANIZATION_PARTS } from './organization-parts.ts';

/** The administration of an organization. */
export function OrganizationArea() {
  const { organizationId = '', part, itemId } = useIds();
  const { isPending, error } = useQuery(organizationsQuery);
  const { organization } = useCurrent();
  if (!organization) {
    if (error) return <RouteError error={error} />;
    if (!isPending) return <NotFound />;
    return (
      <View title={t('loading')} viewKey={organizationId}>
        <Loading label={t('loading')} />
      </View>
    );
  }
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
