import { Link } from '@tanstack/react-router';
import { t } from '../messages/messages.ts';
import styles from './button.module.css';
import { Icon } from './icons.tsx';

/** Leads to the assistant that brings content into an organization, a collection or a space. */
export const AddContentLink = ({
  organizationId,
  parent,
  space,
  label = t('addContent'),
  look = 'primary',
}: {
  organizationId: string;
  /** The collection of the new spaces. */
  parent?: string | undefined;
  /** The space to which pages are added. */
  space?: string | undefined;
  label?: string;
  look?: 'primary' | 'plain';
}) => (
  <Link
    to="/o/$organizationId/add"
    params={{ organizationId }}
    search={{ ...(parent === undefined ? {} : { parent }), ...(space === undefined ? {} : { space }) }}
    className={styles[look] ?? ''}
  >
    <Icon name="plus" />
    {label}
  </Link>
);
