import { t } from '../messages/messages.ts';
import styles from './people.module.css';
import { type PlaceRole, placeRoleOptions } from './roles.tsx';

/** Changes the role of somebody on a place, at once. */
export const RoleSelect = ({
  name,
  role,
  isDisabled = false,
  onChange,
}: {
  name: string;
  role: PlaceRole;
  isDisabled?: boolean;
  onChange(role: PlaceRole): void;
}) => (
  <select
    className={styles.select}
    aria-label={t('roleOf', { name })}
    value={role}
    disabled={isDisabled}
    onChange={({ currentTarget }) => onChange(currentTarget.value as PlaceRole)}
  >
    {placeRoleOptions().map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);
