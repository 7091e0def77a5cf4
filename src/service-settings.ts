import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, findDataDir } from './config.ts';

/** What a command must know of the settings of the service on the same data directory; no secret is among them. */
interface ServiceSettings {
  baseUrl: string;
  sitesUrl: string;
  /** The variables without which a command would work on other data than the service. */
  required: string[];
}

const FILE = 'service.json';

/** Leaves a note for commands that run on this data directory. */
export async function writeServiceSettings(config: Config): Promise<void> {
  const { baseUrl, sitesUrl, dataDir } = config;
  const required = [
    ...(config.databaseUrl === undefined ? [] : ['DATABASE_URL']),
    ...(config.secrets === undefined ? [] : ['LECTERN_SECRET']),
    ...(config.storage === 'disk' ? [] : ['LECTERN_STORAGE']),
  ];
  const settings: ServiceSettings = { baseUrl, sitesUrl, required };
  const path = join(dataDir, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/**
 * Completes the environment of a command with the addresses of the service that last ran on the same data directory.
 * Throws `ConfigError` if a variable is missing without which the command would work on other data.
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
  const own = ['LECTERN_BASE_URL', 'LECTERN_SITES_URL', 'LECTERN_HOST', 'LECTERN_PORT', 'LECTERN_SITES_PORT'];
  return own.some(isSet)
    ? environment
    : { ...environment, LECTERN_BASE_URL: service.baseUrl, LECTERN_SITES_URL: service.sitesUrl };
}

function readServiceSettings(dataDir: string): ServiceSettings | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as ServiceSettings;
  } catch {
    // The service has not run here yet.
    return undefined;
  }
}
