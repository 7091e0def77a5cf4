import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { renderBarChart } from './bar-chart.ts';
import { renderLineChart } from './line-chart.ts';
import { findTop } from './numbers.ts';

const chart = { id: 'c', title: 'Views <b>', description: 'Two views & more.' };

function check(source: string): string {
  const errors: string[] = [];
  parseFragment(source, { onParseError: ({ code }) => errors.push(code) });
  expect(errors).toEqual([]);
  expect(source).not.toMatch(/ style=|<script|<style/);
  return source;
}

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [10, 10],
  [11, 20],
  [99, 100],
  [6001, 8000],
])('the scale for %d ends at %d', (largest, top) => {
  expect(findTop(largest)).toBe(top);
});

test('lines go through their values, and the chart says what it shows', () => {
  const source = check(
    String(
      renderLineChart({
        ...chart,
        labels: ['Monday', 'Tuesday', 'Wednesday'],
        series: [
          { name: 'Views', values: [0, 5, 10] },
          { name: 'Visitors', values: [0, 0, 1] },
        ],
      }),
    ),
  );
  expect(source).toContain('points="0,100 1,50 2,0"');
  expect(source).toContain('points="0,100 1,100 2,90"');
  expect(source).toContain('role="img" aria-labelledby="c-title c-desc"');
  expect(source).toContain(
    '<title id="c-title">Views &lt;b&gt;</title><desc id="c-desc">Two views &amp; more.</desc>',
  );
  expect(source).toContain('<span>Monday</span><span>Tuesday</span><span>Wednesday</span>');
});

test('a single value is a level line, and none at all an empty chart', () => {
  const draw = (values: number[]) =>
    check(
      String(
        renderLineChart({
          ...chart,
          labels: values.map(() => 'Monday'),
          series: [{ name: 'Views', values }],
        }),
      ),
    );
  expect(draw([1])).toContain('points="0,50 1,50"');
  expect(draw([])).toContain('points=""');
});

test('bars are as long as their share of the largest one', () => {
  const bars = [
    { label: 'de', value: 1200 },
    { label: 'fr', value: 300 },
    { label: 'it', value: 0 },
  ];
  const source = check(String(renderBarChart({ ...chart, bars })));
  expect([...source.matchAll(/ width="([\d.]+)"/g)].map(([, width]) => width)).toEqual(['100', '25', '0']);
  expect(source).toContain('viewBox="0 0 100 30"');
  expect(source).toContain('<li>1,200</li>');
});
