import { useRouter } from '@tanstack/react-router';
import styles from './requests.module.css';

const MOST_SHOWN = 99;

/** Links to the quick views of a list, which differ in the search parameters of the address. */
export function ViewLinks({
  label,
  views,
  onChoose,
}: {
  label: string;
  /** `count`: shown beside the name, unless it is 0. */
  views: { name: string; count?: number; search: Record<string, string>; isCurrent: boolean }[];
  onChoose: (search: Record<string, string>) => void;
}) {
  const router = useRouter();
  return (
    <nav aria-label={label} className={styles.views}>
      {views.map(({ name, count = 0, search, isCurrent }) => (
        <a
          key={name}
          href={router.buildLocation({ to: '.', search: search as never }).href}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onChoose(search);
          }}
        >
          {name}
          {count > 0 && (
            <>
              {' '}
              <span className={styles.unreadCount}>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
            </>
          )}
        </a>
      ))}
    </nav>
  );
}
