/** A metric as text: the lines with its name and meaning, and its series. */
interface Family {
  head: string[];
  series: string[];
}

/**
 * Combines the metrics of several workers in Prometheus' text format: each series of a worker gets its number as a
 * label, and the series of one metric follow one another, as the format requires.
 */
export function labelMetrics(parts: readonly { text: string; worker?: number | undefined }[]): string {
  const families = new Map<string, Family>();
  for (const { text, worker } of parts) {
    let family: Family | undefined;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const [, kind, name = ''] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (kind === undefined) {
        family?.series.push(worker === undefined ? line : labelSeries(line, worker));
        continue;
      }
      family = families.get(name) ?? { head: [], series: [] };
      families.set(name, family);
      if (!family.head.includes(line)) family.head.push(line);
    }
  }
  return [...families.values()].map(({ head, series }) => `${[...head, ...series].join('\n')}\n`).join('\n');
}

/** No name of a metric has a brace or a space. */
function labelSeries(line: string, worker: number): string {
  const end = line.search(/[{ ]/);
  const name = line.slice(0, end);
  return line[end] === '{'
    ? `${name}{worker="${worker}",${line.slice(end + 1)}`
    : `${name}{worker="${worker}"}${line.slice(end)}`;
}
