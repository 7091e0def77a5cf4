import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError, findDataDir, readConfig } from '../../server/platform/config.ts';
import { createScrubberOf } from '../../server/platform/log.ts';
import { followService } from '../../server/platform/service-settings.ts';
import { checkDatabase } from './check-database.ts';
import { checkDataDirectory, checkGit, checkNode } from './check-machine.ts';
import {
  checkBroker,
  checkCertificates,
  checkDirectories,
  checkInsights,
  checkMail,
  checkPorts,
  checkService,
  checkStorage,
} from './check-services.ts';
import { type Finding, Findings, messageOf } from './finding.ts';

/** Longer than any of the waits inside. */
const CHECK_MS = 60_000;

type Check = () => Promise<Findings | Findings[]>;

/** Looks at everything that the service needs, and at what an upgrade needs. Changes nothing, except for probes. */
export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const settings = new Findings('settings');
  const config = readSettings(environment, settings);
  const findings = [
    ...(await run('node', () => checkNode())),
    ...settings.list,
    ...(await run('data directory', () =>
      checkDataDirectory(findDataDir(environment), {
        isSecretSet: Boolean(environment.LECTERN_SECRET?.trim()),
      }),
    )),
  ];
  if (!config) return findings;
  const isUsable = !findings.some(({ check, status }) => check === 'data directory' && status !== 'ok');
  const checks: [string, Check][] = [
    ['database', () => checkDatabase(config)],
    // Without the directory, the probe would create it.
    ...(isUsable || config.storage !== 'disk'
      ? [['storage', () => checkStorage(config)] satisfies [string, Check]]
      : []),
    ['broker', () => checkBroker(config)],
    ['insights', () => checkInsights(config)],
    ['git', checkGit],
    ['mail', () => checkMail(config)],
    ['directories', () => checkDirectories(config)],
    ['service', () => checkService(config)],
    ['ports', () => checkPorts(config)],
    ['certificates', () => checkCertificates(config)],
  ];
  for (const [name, check] of checks) findings.push(...(await run(name, check)));
  const scrub = createScrubberOf(config);
  return findings.map((finding) => ({ ...finding, message: scrub(finding.message) }));
}

/** The settings in force; undefined if they cannot be used. */
function readSettings(environment: NodeJS.ProcessEnv, findings: Findings): Config | undefined {
  const { LECTERN_URL: _url, LECTERN_TOKEN: _token, ...own } = environment;
  try {
    const config = readConfig(followService(own));
    const { length } = config.settings.filter(({ source }) => source === 'environment');
    findings.ok(`The settings are valid; ${length} of them ${length === 1 ? 'is' : 'are'} set.`);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n'))
      findings.fail(line, 'Correct the setting. What depends on the settings is checked once all are valid.');
    return undefined;
  }
}

/** One check that fails or hangs does not keep the others from their result. */
async function run(name: string, check: Check): Promise<Finding[]> {
  const end = new AbortController();
  const late = new Findings(name);
  late.fail(`The check did not finish within ${CHECK_MS / 1000} seconds.`, 'Find out what does not respond.');
  try {
    const result = await Promise.race([check(), sleep(CHECK_MS, late, { signal: end.signal })]);
    return [result].flat().flatMap(({ list }) => list);
  } catch (error) {
    const failed = new Findings(name);
    failed.fail(`The check failed: ${messageOf(error)}.`, 'Please report this.');
    return failed.list;
  } finally {
    end.abort();
  }
}
