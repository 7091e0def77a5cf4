/** The Helm chart, rendered by the template language that Helm uses. No cluster has run it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/platform/config.ts';
import { findPageCommand } from '../page-commands.ts';

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

/** The names of all values, as in `image.tag`. */
const listPaths = (values: Values, prefix = ''): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0
      ? listPaths(value as Values, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );

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

  test('uses each value, and has no other', () => {
    const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;
    const templates = readdirSync(join(CHART, 'templates'))
      .map((name) => readFileSync(join(CHART, 'templates', name), 'utf8'))
      .join('\n');
    const used = new Set(Array.from(templates.matchAll(/\.Values\.([\w.]+)/g), ([, path]) => path as string));
    const known = listPaths(defaults);
    // A part is used with the whole, as in `toYaml .Values.resources`.
    const isUsed = (path: string): boolean =>
      [...used].some((one) => path === one || path.startsWith(`${one}.`));
    expect(known.filter((path) => !isUsed(path))).toEqual([]);
    expect(
      [...used].filter((path) => !known.some((one) => one === path || one.startsWith(`${path}.`))),
    ).toEqual([]);
    expect(known.length).toBeGreaterThan(20);
  });

  test('changes what it renders with each value', () => {
    const ingress = { enabled: true, className: '', annotations: {}, baseTls: '', sitesTls: '' };
    const before = { ...given, ingress };
    const plain = JSON.stringify(render(before).files);
    const changes: Values = {
      image: { repository: 'registry.example.com/lectern', tag: '9.9.9', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'registry' }],
      replicas: 5,
      baseUrl: 'https://other-api.example.com',
      sitesUrl: 'https://other-files.example.com',
      existingSecret: 'another',
      storage: 's3://another',
      settings: { LECTERN_MAX_UPLOAD: '200MB' },
      trustProxy: '192.168.0.0/16',
      drainSeconds: 77,
      resources: { limits: { memory: '7Gi' } },
      disruptionBudget: { maxUnavailable: 2 },
      service: { type: 'NodePort', annotations: { a: 'of the service' } },
      ingress: { enabled: false },
      nodeSelector: { disk: 'fast' },
      tolerations: [{ key: 'docs', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      podAnnotations: { a: 'of the pod' },
    };
    const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;
    expect(Object.keys(changes).sort()).toEqual(Object.keys(defaults).sort());
    const ineffective = Object.entries(changes).filter(([name, value]) => {
      const { files, error } = render({ ...before, [name]: value });
      expect(error, name).toBe('');
      for (const [file, text] of Object.entries(files))
        if (file.endsWith('.yaml')) expect(() => parse(text), `${name}: ${file}`).not.toThrow();
      return JSON.stringify(files) === plain;
    });
    expect(ineffective).toEqual([]);
  });

  test('takes the values of the installation page', () => {
    const command = findPageCommand('docs/running/releases.md', 'helm install');
    const pairs = Array.from(command.matchAll(/--set ([\w.]+)='?([^\s']+)/g));
    const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;
    const known = listPaths(defaults);
    const ingressDefaults = defaults.ingress as Values;
    expect(pairs.map(([, name]) => name).filter((name) => !known.includes(name as string))).toEqual([]);
    const set = Object.fromEntries(pairs.map(([, name, value]) => [name as string, value as string]));
    const { files, error } = render({
      image: { repository: set['image.repository'], tag: '', pullPolicy: 'IfNotPresent' },
      baseUrl: set.baseUrl,
      sitesUrl: set.sitesUrl,
      existingSecret: set.existingSecret,
      storage: set.storage,
      ingress: { ...ingressDefaults, enabled: set['ingress.enabled'] === 'true' },
    });
    expect(error).toBe('');
    expect(files['deployment.yaml']).toContain('"registry.example.com/lectern:1.2.3"');
    expect(files['ingress.yaml']).toContain('docs-api.example.com');
    expect(pairs).toHaveLength(6);
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
