/** Debian's docker-compose and kubectl accept what the installation page gives them. Neither starts anything. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findPageCommand } from '../page-commands.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 900_000 });

const FILES = join(import.meta.dirname, '../../packaging/compose');
const PAGE = 'docs/running/releases.md';
const isPossible = process.getuid?.() === 0 && spawnSync('which', ['mmdebstrap']).status === 0;
/** What operators fill in. */
const EMPTY = ['LECTERN_SECRET', 'LECTERN_ADMIN_TOKEN', 'POSTGRES_PASSWORD', 'S3_SECRET_KEY'];

interface Model {
  name: string;
  services: Record<
    string,
    {
      image: string;
      environment?: Record<string, string>;
      depends_on?: Record<string, { condition: string }>;
      [field: string]: unknown;
    }
  >;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
  configs: Record<string, { content: string }>;
}

describe.skipIf(!isPossible)('after the steps of the page', () => {
  let folder: string;
  let root: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-compose-'));
    root = join(folder, 'root');
    // The docker-compose of Debian 12 is older than what the page requires.
    const packages = '--include=docker-compose,kubernetes-client,openssl';
    execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', packages, 'trixie', root]);
    cpSync(FILES, join(root, 'root/compose'), { recursive: true });
    run(findPageCommand(PAGE, 'cp .env.example .env'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function run(command: string): { status: number | null; stdout: string; stderr: string } {
    const place = findPageCommand(PAGE, 'cd compose');
    const script = `cd /root && ${place} && ${command}`;
    return spawnSync('chroot', [root, 'env', '-i', 'PATH=/usr/bin:/bin', 'sh', '-c', script], {
      encoding: 'utf8',
    });
  }

  const file = () => join(root, 'root/compose/.env');
  const fill = (names: readonly string[]): void =>
    writeFileSync(
      file(),
      names.reduce(
        (text, name) => text.replace(`${name}=\n`, `${name}=${name.toLowerCase()}-${'0'.repeat(40)}\n`),
        readFileSync(join(FILES, '.env.example'), 'utf8'),
      ),
    );
  function readModel(): Model {
    const { status, stdout, stderr } = run('docker-compose config --format json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout) as Model;
  }

  test('the Compose file is refused while a secret is missing, which is named', () => {
    for (const missing of EMPTY) {
      fill(EMPTY.filter((name) => name !== missing));
      const { status, stderr } = run('docker-compose config --quiet');
      expect(status).not.toBe(0);
      expect(stderr).toContain(`required variable ${missing} is missing a value: is missing in .env`);
    }
  });

  test('the Compose file is valid once they are filled in, and starts the parts in their order', () => {
    fill(EMPTY);
    expect(run('docker-compose config --quiet')).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const { name, services, networks, volumes, configs } = readModel();
    expect(name).toBe('lectern');
    expect(Object.keys(services).sort()).toEqual(['bucket', 'caddy', 'lectern', 'postgres', 's3']);
    expect(services.lectern).toMatchObject({
      image: 'lectern:0.1.0',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '1m30s',
      depends_on: {
        postgres: { condition: 'service_healthy' },
        bucket: { condition: 'service_completed_successfully' },
      },
      environment: {
        LECTERN_SECRET: expect.stringMatching(/^lectern_secret-0+$/),
        DATABASE_URL: expect.stringMatching(/^postgres:\/\/lectern:postgres_password-0+@postgres:5432/),
      },
    });
    expect(networks.inside?.internal).toBe(true);
    expect(Object.keys(volumes).sort()).toEqual(['caddy', 'lectern', 'postgres', 's3']);
    expect(configs.s3?.content).toContain(`"secretKey": "s3_secret_key-${'0'.repeat(40)}"`);
  });

  test('the Compose file has the new image after an upgrade', () => {
    fill(EMPTY);
    run(findPageCommand('docs/running/backup.md', 'sed -i'));
    expect(readModel().services.lectern?.image).toBe('lectern:0.2.0');
  });

  test('the secret for the chart has the settings that the chart expects in it', () => {
    const command = findPageCommand(PAGE, 'kubectl create secret');
    const { status, stdout, stderr } = run(`${command} --dry-run=client --output json`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { metadata, data } = JSON.parse(stdout) as { metadata: object; data: Record<string, string> };
    expect(metadata).toMatchObject({ name: 'lectern' });
    const values = readFileSync(join(FILES, '../helm/lectern/values.yaml'), 'utf8');
    for (const name of Object.keys(data)) expect(values).toContain(name);
    const read = (name: string): string => Buffer.from(data[name] ?? '', 'base64').toString();
    expect(read('DATABASE_URL')).toBe('postgres://lectern:change-me@db.example.com/lectern');
    expect(read('LECTERN_SECRET')).toMatch(/^[0-9a-f]{64}$/);
  });
});
