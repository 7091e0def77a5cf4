/** Runs Debian's Prometheus with the alert rules of the repository, whose times are short. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../free-port.ts';
import { waitFor } from './service-process.ts';

const PROGRAM = '/usr/bin/prometheus';
const RULES = new URL('../../packaging/monitoring/prometheus-rules.yaml', import.meta.url);

export interface Prometheus {
  /** The names of the alerts that fire now. */
  listFiring(): Promise<string[]>;
  /** The values of an expression now, as text. */
  query(expression: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** The names of all alerts of the repository. */
export const listAlerts = async (): Promise<string[]> =>
  Array.from(
    (await readFile(RULES, 'utf8')).matchAll(/^ *- alert: (\w+)$/gm),
    ([, name]) => name as string,
  ).sort();

export const hasPrometheus = (): boolean => existsSync(PROGRAM);

/**
 * What takes minutes takes seconds: a test does not wait for a quarter of an hour. Restarts keep their time, because
 * they are counted over it.
 */
const shorten = (rules: string): string =>
  rules
    .replaceAll(/\bfor: \d+m/g, 'for: 1s')
    .replaceAll(/((?:min|max)_over_time\([^)]*?)\[\d+m\]/g, '$1[9s]')
    .replaceAll(/((?:rate|increase)\([^)]*?)\[\d+[mh]\]/g, '$1[40s]');

export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-prometheus-'));
  const port = await findFreePort();
  await writeFile(join(folder, 'rules.yaml'), shorten(await readFile(RULES, 'utf8')));
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 1s }
rule_files: [${join(folder, 'rules.yaml')}]
scrape_configs:
  - job_name: lectern
    static_configs: [{ targets: ['${target}'] }]
`,
  );
  const child: ChildProcess = spawn(
    PROGRAM,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'close');
  await waitFor('Prometheus', () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    async listFiring() {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
      const { data } = (await response.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      return data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname)
        .sort();
    },
    async query(expression) {
      const parameters = new URLSearchParams({ query: expression });
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?${parameters}`);
      const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
      return data.result.map(({ value }) => value[1]);
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
