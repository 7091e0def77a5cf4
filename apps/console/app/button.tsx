import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icons.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
}

export function Button({ look = 'plain', icon, children, className = '', ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`${styles[look]} ${className}`}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** An icon button. Its label is its accessible name and its tooltip. */
export function IconButton({
  icon,
  label,
  className = '',
  ...rest
}: ComponentProps<'button'> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={`${styles.icon} ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
}
