/** The alerts and dashboards in `packaging/monitoring` ask for metrics that exist, and the alerts fire when they should. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildTestApp, type TestApp } from './app.ts';

const FOLDER = fileURLToPath(new URL('../packaging/monitoring/', import.meta.url));
const PROMTOOL = '/usr/bin/promtool';
const run = promisify(execFile);

interface Alert {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}
interface Dashboard {
  uid: string;
  panels: {
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string }[];
  }[];
}

let app: TestApp;
let names: Set<string>;
let alerts: Alert[];
let dashboards: Dashboard[];

beforeAll(async () => {
  // Nothing listens there.
  app = await buildTestApp({ config: { linkCheckDays: 7, insightsUrl: 'http://127.0.0.1:9/lectern' } });
  const scraped = (await app.server.inject({ url: '/metrics' })).body;
  names = new Set([...scraped.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name as string).concat('up'));
  const rules = parse(await readFile(join(FOLDER, 'prometheus-rules.yaml'), 'utf8')) as {
    groups: { rules: Alert[] }[];
  };
  alerts = rules.groups.flatMap((group) => group.rules);
  const files = (await readdir(FOLDER)).filter((name) => name.startsWith('grafana-'));
  dashboards = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(FOLDER, name), 'utf8')) as Dashboard),
  );
});
afterAll(() => app.close());

const listExpressions = (): string[] =>
  dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));

/** The metrics of an expression that no scrape has. */
const findUnknown = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:lectern|process|nodejs)_\w+|\bup\b/g)]
    .map(([name]) => name)
    .filter((name) => !names.has(name) && !names.has(name.replace(/_(?:bucket|sum|count)$/, '')));

test('every expression asks for metrics that exist', () => {
  expect(findUnknown('rate(lectern_nothing_total[5m])')).toEqual(['lectern_nothing_total']);
  expect(alerts.length).toBeGreaterThan(10);
  expect(dashboards).toHaveLength(4);
  expect([...alerts.map(({ expr }) => expr), ...listExpressions()].flatMap(findUnknown)).toEqual([]);
});

test('every alert says what happened and what to do', () => {
  for (const { alert, labels, annotations } of alerts) {
    expect(['critical', 'warning', 'info'], alert).toContain(labels.severity);
    expect(Object.keys(annotations), alert).toEqual(['summary', 'action']);
  }
});

test('the panels of a dashboard do not overlap', () => {
  for (const { panels, uid } of dashboards) {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)}/${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size, uid).toBe(cells.length);
  }
});

describe.skipIf(!existsSync(PROMTOOL))('with promtool of Debian’s package prometheus', () => {
  test('the rules are valid, and each alert fires after its time', async () => {
    const tested = await readFile(join(FOLDER, 'prometheus-rules.test.yaml'), 'utf8');
    for (const { alert } of alerts) expect(tested).toContain(`alertname="${alert}"`);
    expect((await run(PROMTOOL, ['check', 'rules', join(FOLDER, 'prometheus-rules.yaml')])).stdout).toContain(
      `SUCCESS: ${alerts.length} rules`,
    );
    const { stdout } = await run(PROMTOOL, ['test', 'rules', 'prometheus-rules.test.yaml'], { cwd: FOLDER });
    expect(stdout).toContain('SUCCESS');
  });

  test('the expressions of the dashboards are valid', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-rules-'));
    try {
      const rules = listExpressions().map((expr, n) => ({
        record: `panel:${n}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }));
      await writeFile(join(folder, 'rules.json'), JSON.stringify({ groups: [{ name: 'panels', rules }] }));
      const { stdout } = await run(PROMTOOL, ['check', 'rules', join(folder, 'rules.json')]);
      expect(stdout).toContain(`SUCCESS: ${rules.length} rules`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
