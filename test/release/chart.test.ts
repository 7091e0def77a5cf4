/** The Helm chart, rendered by the template language that Helm uses. No cluster has run it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/platform/config.ts';

const CHART = join(import.meta.dirname, '../../packaging/helm/lectern');
const hasGo = spawnSync('go', ['version']).status === 0;

type Values = Record<string, unknown>;
interface Container {
  image: string;
  env: { name: string; value: unknown }[];
  ports: { name: string; containerPort: number }[];
  [field: string]: unknown;
}
interface Manifest {
  kind: string;
  spec: Record<string, unknown> & {
    template: { metadata: { labels: Values }; spec: Values & { containers: Container[] } };
  };
}

const given = {
  baseUrl: 'https://docs-api.example.com',
  sitesUrl: 'https://docs-files.example.com',
  existingSecret: 'lectern',
  storage: 's3://docs?region=eu-central-1',
};

describe.skipIf(!hasGo)('the chart', () => {
  let folder: string;
  let program: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-chart-'));
    program = join(folder, 'render');
    const source = join(import.meta.dirname, 'render-chart.go');
    const built = spawnSync('go', ['build', '-o', program, source], { encoding: 'utf8' });
    expect(built.stderr).toBe('');
  }, 180_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function render(values: Values): { files: Record<string, string>; error: string } {
    const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as { name: string };
    const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;
    const scope = {
      Values: { ...defaults, ...values },
      // Helm names the fields of a chart with capitals.
      Chart: { Name: chart.name, Version: '1.2.3', AppVersion: '1.2.3' },
      Release: { Name: 'docs', Namespace: 'tools', Service: 'Helm' },
    };
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(scope));
    const { stdout, stderr } = spawnSync(program, [CHART, file], { encoding: 'utf8' });
    return { files: stdout === '' ? {} : (JSON.parse(stdout) as Record<string, string>), error: stderr };
  }

  const read = (values: Values, file: string): Manifest => {
    const { files, error } = render(values);
    expect(error).toBe('');
    return parse(files[file] ?? '') as Manifest;
  };

  test('runs replicas without privileges, with probes, from the image of its version', () => {
    const { kind, spec } = read(given, 'deployment.yaml');
    expect(kind).toBe('Deployment');
    expect(spec.replicas).toBe(2);
    expect(spec.selector).toEqual({
      matchLabels: { 'app.kubernetes.io/name': 'lectern', 'app.kubernetes.io/instance': 'docs' },
    });
    const pod = spec.template.spec;
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 });
    const [container] = pod.containers;
    expect(container).toMatchObject({
      image: 'lectern:1.2.3',
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      envFrom: [{ secretRef: { name: 'lectern' } }],
      startupProbe: { httpGet: { path: '/healthz', port: 'api' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'api' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'api' } },
    });
    expect(container?.ports).toEqual([
      { name: 'api', containerPort: 3000 },
      { name: 'sites', containerPort: 3001 },
    ]);
    // Kubernetes would set LECTERN_PORT in the pods of a release that is called “lectern”.
    expect(pod.enableServiceLinks).toBe(false);
    // The service drains, and then has five seconds for what still runs.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(10 + 5);
  });

  test('sets what the service accepts as its settings', () => {
    const settings = { LECTERN_MAX_UPLOAD: '200MB', LECTERN_LINK_CHECKS: 'on' };
    const [container] = read({ ...given, settings }, 'deployment.yaml').spec.template.spec.containers;
    const environment = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
    expect(Object.values(environment).every((value) => typeof value === 'string')).toBe(true);
    const config = readConfig({
      ...(environment as Record<string, string>),
      DATABASE_URL: 'postgres://lectern:secret@db.example.com/lectern',
      LECTERN_SECRET: 'a'.repeat(64),
    });
    expect(config).toMatchObject({ baseUrl: given.baseUrl, sitesUrl: given.sitesUrl, drainSeconds: 10 });
  });

  test('keeps pods while nodes are drained, if there are several', () => {
    expect(read(given, 'disruption-budget.yaml')).toMatchObject({
      kind: 'PodDisruptionBudget',
      spec: { maxUnavailable: 1, selector: { matchLabels: { 'app.kubernetes.io/instance': 'docs' } } },
    });
    expect(read({ ...given, replicas: 1 }, 'disruption-budget.yaml')).toBeNull();
  });

  test('exposes both origins, and no metrics', () => {
    expect(read(given, 'ingress.yaml')).toBeNull();
    const ingress = {
      enabled: true,
      className: 'nginx',
      annotations: { a: 'b' },
      baseTls: 'api-tls',
      sitesTls: '',
    };
    const { spec } = read({ ...given, ingress }, 'ingress.yaml') as unknown as {
      spec: {
        rules: {
          host: string;
          http: { paths: { path: string; backend: { service: { name: string; port: Values } } }[] };
        }[];
        tls: Values[];
      };
    };
    const routes = spec.rules.flatMap(({ host, http }) =>
      http.paths.map(
        ({ path, backend }) => `${host}${path} ${backend.service.name}:${String(backend.service.port.name)}`,
      ),
    );
    expect(routes).toEqual([
      'docs-api.example.com/metrics docs-lectern:sites',
      'docs-api.example.com/ docs-lectern:api',
      'docs-files.example.com/ docs-lectern:sites',
    ]);
    expect(spec.tls).toEqual([
      { hosts: ['docs-api.example.com'], secretName: 'api-tls' },
      { hosts: ['docs-files.example.com'] },
    ]);
    expect(read(given, 'service.yaml')).toMatchObject({ kind: 'Service', spec: { type: 'ClusterIP' } });
  });

  test.each([
    ['baseUrl', 'Set baseUrl to the address of the API.'],
    ['sitesUrl', 'Set sitesUrl to the address of sites and files.'],
    ['existingSecret', 'Set existingSecret to a secret'],
    ['storage', 'Set storage to s3://…'],
  ])('is refused without %s', (name, message) => {
    expect(render({ ...given, [name]: '' }).error).toContain(message);
  });
});
