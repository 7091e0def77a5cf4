import styles from './portrait.module.css';

/** The picture of a person or an organization, or the first letter of the name if none is stored here. */
export const Portrait = ({
  name,
  url,
  className = '',
}: {
  name: string;
  url: string | undefined;
  className?: string | undefined;
}) => (
  <span className={`${styles.portrait} ${className}`} aria-hidden="true">
    {url?.startsWith(`${location.origin}/`) ? (
      <img src={url} alt="" className={styles.picture} />
    ) : (
      ([...name.trim()][0]?.toUpperCase() ?? '?')
    )}
  </span>
);
