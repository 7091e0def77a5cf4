/** What a process counts and measures of itself, as Prometheus reads it. Each metric is in `meters.ts`. */

type Values<Labels extends readonly string[]> = { [Position in keyof Labels]: string };

interface Description<Labels extends readonly string[]> {
  /** Without the prefix `lectern_`. */
  name: string;
  help: string;
  labels: Labels;
}

/** One number of a counter or gauge. Code that runs often keeps it, and adds to it without looking it up. */
export interface Cell {
  value: number;
}

/** The cells of a metric by the values of its labels, which must come from a small set. */
class Cells<Labels extends readonly string[], Value> {
  readonly #labels: Labels;
  readonly #cells = new Map<string, { labels: string; value: Value }>();

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  get(values: Values<Labels>, make: () => Value): Value {
    const key = values.join('\n');
    let cell = this.#cells.get(key);
    if (!cell) {
      const labels = this.#labels.map((label, at) => `${label}="${escapeLabel(values[at] as string)}"`);
      cell = { labels: labels.join(), value: make() };
      this.#cells.set(key, cell);
    }
    return cell.value;
  }

  list(): { labels: string; value: Value }[] {
    return [...this.#cells.values()];
  }
}

/** Only grows. */
export class Counter<const Labels extends readonly string[] = []> {
  readonly #description: Description<Labels>;
  readonly #cells: Cells<Labels, Cell>;

  constructor(description: Description<Labels>) {
    this.#description = description;
    this.#cells = new Cells(description.labels);
  }

  of(...values: Values<Labels>): Cell {
    return this.#cells.get(values, () => ({ value: 0 }));
  }

  add(amount: number, ...values: Values<Labels>): void {
    this.of(...values).value += amount;
  }

  render(): string {
    return renderCells(this.#description, 'counter', this.#cells.list());
  }
}

/** A number that goes up and down; a function reads it where it would be costly to keep it up to date. */
export class Gauge<const Labels extends readonly string[] = []> {
  readonly #description: Description<Labels>;
  readonly #cells: Cells<Labels, Cell & { read?: (() => number) | undefined }>;

  constructor(description: Description<Labels>) {
    this.#description = description;
    this.#cells = new Cells(description.labels);
  }

  of(...values: Values<Labels>): Cell {
    return this.#cells.get(values, () => ({ value: 0 }));
  }

  /** Reads the number at each scrape. A later function takes the place of an earlier one. */
  readWith(read: () => number, ...values: Values<Labels>): void {
    this.#cells.get(values, () => ({ value: 0 })).read = read;
  }

  render(): string {
    const cells = this.#cells.list().map(({ labels, value: { value, read } }) => ({
      labels,
      value: { value: read ? read() : value },
    }));
    return renderCells(this.#description, 'gauge', cells);
  }
}

/** Upper bounds in seconds: from a lookup in memory to a long import. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const LONG_BOUNDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600];

interface Distribution {
  count: number;
  seconds: number;
  /** Not cumulated; the last one has no bound. */
  buckets: number[];
}

/** Durations in seconds. */
export class Histogram<const Labels extends readonly string[] = []> {
  readonly #description: Description<Labels>;
  readonly #bounds: readonly number[];
  readonly #cells: Cells<Labels, Distribution>;

  /** `isLong`: what it measures can take minutes. */
  constructor({ isLong, ...description }: Description<Labels> & { isLong?: boolean }) {
    this.#description = description;
    this.#bounds = isLong ? LONG_BOUNDS : BOUNDS;
    this.#cells = new Cells(description.labels);
  }

  /** Shows the series before anything is observed: an increase from nothing is not seen. */
  prepare(...values: Values<Labels>): Distribution {
    return this.#cells.get(values, () => ({
      count: 0,
      seconds: 0,
      buckets: new Array<number>(this.#bounds.length + 1).fill(0),
    }));
  }

  observe(milliseconds: number, ...values: Values<Labels>): void {
    const found = this.prepare(...values);
    const seconds = milliseconds / 1000;
    found.count += 1;
    found.seconds += seconds;
    let bucket = 0;
    while (bucket < this.#bounds.length && seconds > (this.#bounds[bucket] as number)) bucket += 1;
    found.buckets[bucket] = (found.buckets[bucket] as number) + 1;
  }

  render(): string {
    const name = `lectern_${this.#description.name}`;
    const lines = describe(this.#description, 'histogram');
    for (const { labels, value } of this.#cells.list()) {
      let sum = 0;
      value.buckets.forEach((inBucket, at) => {
        sum += inBucket;
        const bound = `le="${this.#bounds[at] ?? '+Inf'}"`;
        lines.push(`${name}_bucket{${[labels, bound].filter(Boolean).join()}} ${sum}`);
      });
      const own = labels ? `{${labels}}` : '';
      lines.push(`${name}_sum${own} ${value.seconds}`, `${name}_count${own} ${value.count}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

function renderCells(
  description: Description<readonly string[]>,
  type: 'counter' | 'gauge',
  cells: { labels: string; value: Cell }[],
): string {
  const lines = describe(description, type);
  for (const { labels, value } of cells)
    lines.push(`lectern_${description.name}${labels ? `{${labels}}` : ''} ${value.value}`);
  return `${lines.join('\n')}\n`;
}

const describe = ({ name, help }: Description<readonly string[]>, type: string): string[] => [
  `# HELP lectern_${name} ${help}`,
  `# TYPE lectern_${name} ${type}`,
];

export const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
