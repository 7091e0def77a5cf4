import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { followService, writeServiceSettings } from './service-settings.ts';

const SECRET = 'a secret of at least thirty-two characters';
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-settings-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const serve = (environment: NodeJS.ProcessEnv): Promise<void> =>
  writeServiceSettings(readConfig({ LECTERN_DATA_DIR: dataDir, ...environment }));
const command = (environment: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv =>
  followService({ LECTERN_DATA_DIR: dataDir, ...environment });

test('a command has the addresses of the service, unless it is given its own', async () => {
  expect(command()).not.toHaveProperty('LECTERN_BASE_URL');
  await serve({
    LECTERN_BASE_URL: 'https://docs.example.com',
    LECTERN_SITES_URL: 'https://files.example.com',
  });
  expect(command()).toMatchObject({
    LECTERN_BASE_URL: 'https://docs.example.com',
    LECTERN_SITES_URL: 'https://files.example.com',
  });
  expect(readConfig(command({ LECTERN_PORT: '8080' })).baseUrl).toBe('http://127.0.0.1:8080');
});

test('a command without a variable that chooses other data is refused, and told which', async () => {
  const url = 'postgres://lectern:pass-word@127.0.0.1/docs';
  await serve({ DATABASE_URL: url, LECTERN_SECRET: SECRET, LECTERN_STORAGE: 's3://bucket' });
  expect(() => command({ LECTERN_STORAGE: 's3://bucket' })).toThrow(
    `The service on ${dataDir} was started with DATABASE_URL and LECTERN_SECRET, but this command was not. Set DATABASE_URL and LECTERN_SECRET to the same values as for the service.`,
  );
  expect(() => command({ DATABASE_URL: url, LECTERN_SECRET: SECRET })).toThrow('LECTERN_STORAGE');
  const all = { DATABASE_URL: url, LECTERN_SECRET: SECRET, LECTERN_STORAGE: 's3://bucket' };
  expect(command(all)).toMatchObject(all);
});

test('a command with other data than the service is refused, and told which variable differs', async () => {
  const url = 'postgres://lectern:pass-word@127.0.0.1/docs';
  const other = `another one: ${SECRET}`;
  const all = {
    DATABASE_URL: url,
    LECTERN_SECRET: `${SECRET}, ${other}`,
    LECTERN_STORAGE: 's3://bucket/docs',
    LECTERN_INSIGHTS_URL: 'http://lectern:pass-word@127.0.0.1:8123/docs',
  };
  await serve(all);
  expect(command(all)).toMatchObject(all);
  expect(() => command({ ...all, LECTERN_SECRET: other })).not.toThrow();
  expect(() => command({ ...all, LECTERN_SECRET: `a third one: ${SECRET}` })).toThrow(
    `The service on ${dataDir} was started with another value of LECTERN_SECRET, so this command would work on other data. Use the settings of the service. If you have just changed them, restart the service first.`,
  );
  expect(() => command({ ...all, LECTERN_STORAGE: 's3://other/docs' })).toThrow(
    'another value of LECTERN_STORAGE',
  );
  expect(() => command({ ...all, DATABASE_URL: 'postgres://127.0.0.1/staging' })).toThrow(
    'another value of DATABASE_URL (the names of the databases differ)',
  );
  expect(() => command({ ...all, LECTERN_INSIGHTS_URL: 'http://127.0.0.1:8123/staging' })).toThrow(
    'another value of LECTERN_INSIGHTS_URL (the names of the databases differ)',
  );
  expect(() => command({ ...all, DATABASE_URL: 'postgres://other@localhost:5432/docs' })).not.toThrow();
});

test('a command with a variable that the service does not have is refused', async () => {
  await serve({});
  for (const variable of [
    { DATABASE_URL: 'postgres://127.0.0.1/docs' },
    { LECTERN_SECRET: SECRET },
    { LECTERN_STORAGE: 's3://bucket' },
    { LECTERN_INSIGHTS_URL: 'http://127.0.0.1:8123/docs' },
  ])
    expect(() => command(variable)).toThrow(
      `was started without ${Object.keys(variable)[0]}, but this command with it`,
    );
  expect(command({ LECTERN_STORAGE: 'disk' })).toHaveProperty('LECTERN_BASE_URL');
});

test('no secret is written down', async () => {
  await serve({ DATABASE_URL: 'postgres://lectern:pass-word@127.0.0.1/docs', LECTERN_SECRET: SECRET });
  const text = await readFile(join(dataDir, 'service.json'), 'utf8');
  expect(text).not.toMatch(new RegExp(`pass-word|${SECRET}`));
});
