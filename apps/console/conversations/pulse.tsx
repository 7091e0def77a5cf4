import { t } from '../messages/messages.ts';
import styles from './conversations.module.css';

const WIDTH = 78;
const HEIGHT = 20;

/** How many issues there were in each week, as small bars. */
export function Pulse({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  return (
    <svg
      className={styles.pulse}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={t('pulseOf', { values: values.join(', ') })}
    >
      {values.map((value, at) => {
        const weeksAgo = values.length - 1 - at;
        const height = Math.max(1, Math.round((HEIGHT * value) / most));
        return (
          <rect
            key={weeksAgo}
            x={at * step}
            y={HEIGHT - height}
            width={Math.max(1, step - 1.5)}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
