import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseUrl } from '@lectern/std/parse-url';
import { type Config, ConfigError, findDataDir } from './config.ts';
import { readDatabaseUrl } from './db/database-url.ts';
import { splitList } from './split-list.ts';

/** The settings of the service that a command on the same data directory needs. They contain no secrets. */
interface ServiceSettings {
  baseUrl: string;
  sitesUrl: string;
  /** The variables without which a command would work on other data than the service. */
  required: string[];
  /** Digests of the values of these variables, by which a command notices that its values differ. */
  marks?: { salt: string; digests: Record<string, string[]> };
}

const FILE = 'service.json';

/** Stores the settings for commands that run on this data directory. */
export async function writeServiceSettings(config: Config): Promise<void> {
  const { baseUrl, sitesUrl, dataDir } = config;
  const given = Object.entries(
    readDataValues({
      DATABASE_URL: config.databaseUrl,
      LECTERN_SECRET: config.secrets?.join(','),
      LECTERN_STORAGE: config.storage,
      LECTERN_INSIGHTS_URL: config.insightsUrl,
    }),
  ).filter(([, values]) => values.length > 0);
  const salt = randomBytes(16).toString('base64url');
  const digests = given.map(([name, values]) => [name, values.map((value) => digest(salt, value))] as const);
  const settings: ServiceSettings = {
    baseUrl,
    sitesUrl,
    required: given.map(([name]) => name),
    marks: { salt, digests: Object.fromEntries(digests) },
  };
  const path = join(dataDir, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/**
 * Completes the environment of a command with the addresses of the service that last ran on the same data directory.
 * Throws `ConfigError` if a variable chooses other data than that of the service, as far as this can be detected.
 */
export function followService(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const dataDir = findDataDir(environment);
  const service = readServiceSettings(dataDir);
  if (!service) return environment;
  const isSet = (name: string): boolean => Boolean(environment[name]?.trim());
  const missing = service.required.filter((name) => !isSet(name));
  if (missing.length > 0) {
    const names = missing.join(' and ');
    throw new ConfigError(
      `The service on ${dataDir} was started with ${names}, but this command was not. Set ${names} to the same ${missing.length === 1 ? 'value' : 'values'} as for the service.`,
    );
  }
  const difference = findDifference(environment, service);
  if (difference !== undefined)
    throw new ConfigError(
      `The service on ${dataDir} was started ${difference}, so this command would work on other data. Use the settings of the service. If you have just changed them, restart the service first.`,
    );
  const own = ['LECTERN_BASE_URL', 'LECTERN_SITES_URL', 'LECTERN_HOST', 'LECTERN_PORT', 'LECTERN_SITES_PORT'];
  return own.some(isSet)
    ? environment
    : { ...environment, LECTERN_BASE_URL: service.baseUrl, LECTERN_SITES_URL: service.sitesUrl };
}

/** Describes a variable that differs from that of the service. */
function findDifference(environment: NodeJS.ProcessEnv, service: ServiceSettings): string | undefined {
  const { marks } = service;
  // A service of an earlier version stored none.
  if (!marks) return undefined;
  const values = readDataValues(environment);
  for (const [name, given] of Object.entries(values)) {
    const known = marks.digests[name];
    if (given.length > 0 && !known) return `without ${name}, but this command with it`;
    if (known && !known.includes(digest(marks.salt, given[0] ?? '')))
      return `with another value of ${name}${name === 'DATABASE_URL' || name === 'LECTERN_INSIGHTS_URL' ? ' (the names of the databases differ)' : ''}`;
  }
  return undefined;
}

/**
 * Reads the parts of the variables that distinguish one set of data from another. The address of a database server can
 * be written in many ways, so only the name of the database counts. The first of several secrets signs.
 */
function readDataValues(environment: NodeJS.ProcessEnv): Record<string, string[]> {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const url = read('DATABASE_URL');
  const storage = read('LECTERN_STORAGE');
  const insightsUrl = read('LECTERN_INSIGHTS_URL');
  const secrets = splitList(read('LECTERN_SECRET') ?? '').filter((secret) => secret !== '');
  return {
    DATABASE_URL: url === undefined ? [] : [nameDatabase(url)],
    LECTERN_SECRET: secrets,
    LECTERN_INSIGHTS_URL: insightsUrl === undefined ? [] : [parseUrl(insightsUrl)?.pathname ?? ''],
    LECTERN_STORAGE: storage === undefined || storage === 'disk' ? [] : [storage.split('?', 1)[0] ?? ''],
  };
}

function nameDatabase(url: string): string {
  try {
    return `/${readDatabaseUrl(url).database}`;
  } catch {
    return '';
  }
}

const digest = (salt: string, value: string): string =>
  createHmac('sha256', salt).update(value).digest('base64url');

function readServiceSettings(dataDir: string): ServiceSettings | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as ServiceSettings;
  } catch {
    // The service has not run here yet.
    return undefined;
  }
}
