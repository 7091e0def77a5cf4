/** The Compose file, read as Docker Compose reads it. No Docker has run it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../apps/server/platform/config.ts';
import { parseS3Setting } from '../../apps/server/platform/storage/s3-setting.ts';

const FOLDER = join(import.meta.dirname, '../../packaging/compose');
const REFERENCE = /\$\{(\w+)(?::([?-])([^}]*))?\}/g;

interface Service {
  environment?: Record<string, string>;
  depends_on?: object;
  networks: string[];
  volumes?: string[];
  configs?: { source: string }[];
  [field: string]: unknown;
}
interface ComposeFile {
  services: Record<string, Service>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  volumes: object;
  configs: object;
}

const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
const example = readFileSync(join(FOLDER, '.env.example'), 'utf8');

/** The settings of `.env.example`, with what operators fill in. */
const filled = Object.fromEntries(
  Array.from(example.matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [
    name,
    value || `${name.toLowerCase().replaceAll('_', '')}0`.padEnd(64, 'a'),
  ]),
);

function interpolate(settings: Record<string, string>): ComposeFile {
  const resolved = text.replaceAll(REFERENCE, (_, name: string, kind?: string, rest = '') => {
    if (settings[name]) return settings[name];
    if (kind === '-') return rest;
    throw new Error(`${name} ${rest}`);
  });
  return parse(resolved) as ComposeFile;
}

test('asks for the settings of its example, and for no others', () => {
  const used = new Set(Array.from(text.matchAll(REFERENCE), ([, name]) => name));
  expect([...used].sort()).toEqual(Object.keys(filled).sort());
  for (const name of ['LECTERN_SECRET', 'LECTERN_ADMIN_TOKEN', 'POSTGRES_PASSWORD', 'API_HOST'])
    expect(() => interpolate({ ...filled, [name]: '' })).toThrow(`${name} is missing in .env`);
});

test('sets what the service accepts, and the same password and keys on both sides', () => {
  const { services, configs } = interpolate(filled);
  const { lectern, postgres } = services;
  const config = readConfig({ ...lectern?.environment, LECTERN_HOST: '0.0.0.0' });
  expect(config).toMatchObject({
    baseUrl: 'https://docs-api.example.com',
    sitesUrl: 'https://docs-files.example.com',
    adminToken: filled.LECTERN_ADMIN_TOKEN,
    adminEmail: 'you@example.com',
    secrets: [filled.LECTERN_SECRET],
  });
  const database = new URL(config.databaseUrl ?? '');
  expect(database.hostname in services).toBe(true);
  expect(database.password).toBe(postgres?.environment?.POSTGRES_PASSWORD);
  expect(database.username).toBe(postgres?.environment?.POSTGRES_USER);
  // PostgreSQL calls the first database like its user.
  expect(database.pathname).toBe(`/${postgres?.environment?.POSTGRES_USER}`);
  const bucket = parseS3Setting(config.storage);
  expect(new URL(bucket.endpoint ?? '').hostname in services).toBe(true);
  expect(services.bucket?.command).toEqual([expect.stringContaining(`-name ${bucket.bucket}"`)]);
  const { content } = (configs as Record<string, { content: string }>).s3 ?? { content: '' };
  expect(JSON.parse(content)).toMatchObject({
    identities: [
      {
        credentials: [
          {
            accessKey: lectern?.environment?.AWS_ACCESS_KEY_ID,
            secretKey: lectern?.environment?.AWS_SECRET_ACCESS_KEY,
          },
        ],
      },
    ],
  });
});

test('names only services, networks, volumes and configurations that it has', () => {
  const { services, networks, volumes, configs } = interpolate(filled);
  for (const service of Object.values(services)) {
    const needed = Array.isArray(service.depends_on)
      ? service.depends_on
      : Object.keys(service.depends_on ?? {});
    expect(Object.keys(services)).toEqual(expect.arrayContaining(needed));
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(service.networks));
    const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    expect(Object.keys(volumes)).toEqual(
      expect.arrayContaining(named.filter((name) => !name.startsWith('.'))),
    );
    expect(Object.keys(configs)).toEqual(
      expect.arrayContaining((service.configs ?? []).map(({ source }) => source)),
    );
  }
});

test('the proxy reaches the service only by the network that it trusts, and nobody else gets in', () => {
  const { services, networks } = interpolate(filled);
  const shared = services.caddy?.networks.filter((name) => services.lectern?.networks.includes(name)) ?? [];
  expect(shared).toHaveLength(1);
  const [{ subnet } = { subnet: '' }] = networks[shared[0] ?? '']?.ipam?.config ?? [];
  expect(services.lectern?.environment?.LECTERN_TRUST_PROXY).toBe(subnet);
  const reachable = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(reachable.map(([name]) => name)).toEqual(['caddy']);
});

test('the service has no root that can be written to, no capabilities, and time to stop', () => {
  expect(interpolate(filled).services.lectern).toMatchObject({
    image: 'lectern:0.1.0',
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    stop_grace_period: '90s',
    volumes: ['lectern:/var/lib/lectern'],
  });
});

test.skipIf(spawnSync('caddy', ['version']).error !== undefined)('Caddy accepts its configuration', () => {
  const { status, stderr, stdout } = spawnSync(
    'caddy',
    ['adapt', '--adapter', 'caddyfile', '--config', join(FOLDER, 'Caddyfile')],
    { encoding: 'utf8', env: { ...process.env, ...filled } },
  );
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('docs-api.example.com');
  const dials = Array.from(stdout.matchAll(/"dial":"([^"]+)"/g), ([, dial]) => dial);
  expect([...new Set(dials)].sort()).toEqual(['lectern:3000', 'lectern:3001']);
});
