import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

/** A part of a view that belongs together, with a heading. */
export function Section({
  title,
  text,
  actions,
  children,
  isDanger = false,
}: {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  /** For what cannot be undone. */
  isDanger?: boolean;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section} data-danger={isDanger}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {text !== undefined && <p>{text}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Names with their values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const Badge = ({
  children,
  tone = 'plain',
}: {
  children: ReactNode;
  tone?: 'plain' | 'good' | 'bad' | 'warn' | 'info';
}) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
);
