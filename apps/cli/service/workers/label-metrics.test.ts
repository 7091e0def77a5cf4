import { expect, test } from 'vitest';
import { labelMetrics } from './label-metrics.ts';

test('each series has the number of its worker, and the series of one metric are together', () => {
  const metrics = (count: number): string =>
    `# HELP calls How many.\n# TYPE calls counter\ncalls{path="/a {b}"} ${count}\n\n# HELP up Whether.\n# TYPE up gauge\nup 1\n`;
  const text = labelMetrics([
    { text: metrics(2), worker: 1 },
    { text: metrics(3), worker: 2 },
    { text: '# HELP jobs All.\n# TYPE jobs gauge\njobs 7\n' },
  ]);
  expect(text).toBe(`# HELP calls How many.
# TYPE calls counter
calls{worker="1",path="/a {b}"} 2
calls{worker="2",path="/a {b}"} 3

# HELP up Whether.
# TYPE up gauge
up{worker="1"} 1
up{worker="2"} 1

# HELP jobs All.
# TYPE jobs gauge
jobs 7
`);
});
