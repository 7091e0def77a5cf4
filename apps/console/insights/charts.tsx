import { useId } from 'react';
import { currentLocale } from '../messages/messages.ts';
import styles from './charts.module.css';

interface Series {
  name: string;
  values: readonly number[];
}

const HEIGHT = 100;

export const showNumber = (value: number): string => value.toLocaleString(currentLocale());

/** The top of a scale: the next round number. */
function findTop(largest: number): number {
  if (largest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= largest) ?? 10;
  return step * power;
}

/**
 * Values over time as lines. The drawing is stretched to the width of its place, which would distort text: the labels
 * are around it. A table of the same values is beside it.
 */
export function LineChart({
  title,
  description,
  labels,
  series,
}: {
  title: string;
  /** The chart in a sentence, for people who cannot see it. */
  description: string;
  labels: readonly string[];
  series: readonly Series[];
}) {
  const id = useId();
  const top = findTop(Math.max(0, ...series.flatMap(({ values }) => values)));
  const width = Math.max(1, labels.length - 1);
  const pointsOf = (values: readonly number[]): string =>
    (values.length === 1 ? [...values, ...values] : values)
      .map(
        (value, at) => `${Math.min(at, width)},${Math.round((HEIGHT - (value / top) * HEIGHT) * 100) / 100}`,
      )
      .join(' ');
  const ticks = [labels[0], labels[Math.floor((labels.length - 1) / 2)], labels.at(-1)];
  return (
    <figure className={styles.chart}>
      <figcaption>
        {title}
        <span className={styles.legend}>
          {series.map(({ name }, at) => (
            <span key={name} data-series={at}>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          <span>{showNumber(top)}</span>
          <span>{showNumber(top / 2)}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-text`}>{description}</desc>
          <path
            className={styles.grid}
            d={`M0 0H${width}M0 ${HEIGHT / 2}H${width}M0 ${HEIGHT}H${width}`}
            vectorEffect="non-scaling-stroke"
          />
          {series.map(({ name, values }, at) => (
            <polyline
              key={name}
              data-series={at}
              points={pointsOf(values)}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {ticks.map((tick, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are what distinguishes them.
          <span key={at}>{tick}</span>
        ))}
      </div>
    </figure>
  );
}

/** Values side by side, each with its bar. It is a list, so that it needs no other description. */
export const BarChart = ({
  title,
  bars,
}: {
  title: string;
  bars: readonly { label: string; value: number }[];
}) => {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ol className={styles.bars} aria-label={title}>
      {bars.map(({ label, value }) => (
        <li key={label}>
          <span className={styles.label}>{label}</span>
          <span className={styles.value}>{showNumber(value)}</span>
          <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">
            <rect width={(100 * value) / largest} height="1" />
          </svg>
        </li>
      ))}
    </ol>
  );
};

/** Large numbers side by side. */
export const Figures = ({ figures }: { figures: readonly (readonly [name: string, value: number])[] }) => (
  <dl className={styles.figures}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{showNumber(value)}</dd>
      </div>
    ))}
  </dl>
);
