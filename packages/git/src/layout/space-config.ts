import { isRecord } from '@lectern/std/is-record';
import { type FileIndex, joinPath } from './file-index.ts';
import type { ReportEntry, ReportReason, RepositoryFiles } from './repository-files.ts';
import { parseYamlFile, type YamlFile } from './yaml-file.ts';

/** The content of `.gitbook.yaml` with defaults; paths from the repository's root. */
export interface SpaceConfig {
  configPath: string;
  root: string;
  readmePath: string;
  summaryPath: string;
  redirects: { from: string; to: string }[];
}

const CONFIG_NAME = '.gitbook.yaml';
const KNOWN_KEYS = new Set(['root', 'structure', 'redirects']);
const KNOWN_STRUCTURE = new Set(['readme', 'summary']);

export async function readSpaceConfig(
  files: RepositoryFiles,
  index: FileIndex,
  projectDirectory: string,
  report: ReportEntry[],
): Promise<SpaceConfig> {
  const configPath = joinPath(projectDirectory, CONFIG_NAME)!;
  const text = (await files.readTexts([configPath])).get(configPath);
  const yaml = text === undefined ? undefined : parseYamlFile(configPath, text, report);
  const warnOf =
    (reason: ReportReason): Warn =>
    (message, line) => {
      const place = { path: configPath, ...(line === undefined ? {} : { line }) };
      report.push({ severity: 'warning', reason, ...place, message });
    };
  const warn = warnOf('unreadable-configuration');
  const config = isRecord(yaml?.value) ? yaml.value : {};
  if (yaml?.value !== undefined && yaml.value !== null && !isRecord(yaml.value))
    warn(`${configPath} contains no settings and was ignored.`);
  for (const key of Object.keys(config)) {
    if (KNOWN_KEYS.has(key)) continue;
    const near = [...KNOWN_KEYS].find((known) => known.startsWith(key) || key.startsWith(known));
    warn(`Unknown key “${key}” was ignored.${near ? ` Did you mean “${near}”?` : ''}`, yaml?.lineOf([key]));
  }
  const root = findRoot(config.root, { index, projectDirectory, warn, yaml });
  const structure = isRecord(config.structure) ? config.structure : {};
  for (const key of Object.keys(structure)) {
    if (!KNOWN_STRUCTURE.has(key))
      warn(`Unknown key “structure.${key}” was ignored.`, yaml?.lineOf(['structure', key]));
  }
  const place = (key: 'readme' | 'summary', standard: string): string => {
    const given = structure[key];
    const wanted =
      typeof given === 'string' && given !== '' ? joinPath(root, given) : joinPath(root, standard);
    const found = wanted === undefined ? undefined : index.find(wanted);
    if (found?.by === 'folded') warn(`${wanted} was found as ${found.file.path}.`);
    if (found) return found.file.path;
    if (given !== undefined)
      warn(
        `structure.${key} refers to a file that does not exist: ${String(given)}`,
        yaml?.lineOf(['structure', key]),
      );
    return joinPath(root, standard)!;
  };
  const readmePath = place('readme', 'README.md');
  const summaryPath = place('summary', 'SUMMARY.md');
  return {
    configPath,
    root,
    readmePath,
    summaryPath,
    redirects: readRedirects(config.redirects, { root, index, warn: warnOf('invalid-redirect'), yaml }),
  };
}

type Warn = (message: string, line?: number) => void;

function findRoot(
  given: unknown,
  {
    index,
    projectDirectory,
    warn,
    yaml,
  }: { index: FileIndex; projectDirectory: string; warn: Warn; yaml: YamlFile | undefined },
): string {
  if (given === undefined || given === null || given === '') return projectDirectory;
  const text = String(given);
  // A leading slash counts from where the file lies, like everything else in it.
  const root = joinPath(projectDirectory, text.replace(/^\/+/, ''));
  if (root !== undefined && index.hasFolder(root)) return root;
  const reason = root === undefined ? 'is outside the repository' : 'does not exist';
  warn(
    `The root “${text}” ${reason}. ${projectDirectory === '' ? 'The top of the repository' : projectDirectory} was used instead.`,
    yaml?.lineOf(['root']),
  );
  return projectDirectory;
}

const IS_URL = /^[a-z][a-z0-9+.-]*:|^\/\//i;

function readRedirects(
  given: unknown,
  { root, index, warn, yaml }: { root: string; index: FileIndex; warn: Warn; yaml: YamlFile | undefined },
): SpaceConfig['redirects'] {
  if (given === undefined || given === null) return [];
  if (!isRecord(given)) {
    warn('“redirects” must be a list of “old path: file”. It was ignored.', yaml?.lineOf(['redirects']));
    return [];
  }
  return Object.entries(given).flatMap(([key, value]) => {
    const line = yaml?.lineOf(['redirects', key]);
    if (typeof value !== 'string' && typeof value !== 'number') {
      warn(`The redirect from “${key}” has no target and was ignored.`, line);
      return [];
    }
    const from = key.replace(/^\/+/, '');
    const target = String(value).trim();
    if (IS_URL.test(target)) return [{ from, to: target }];
    const [path = '', anchor] = target.split(/#(.*)/s);
    const wanted = joinPath(root, path);
    const found =
      wanted === undefined
        ? undefined
        : [wanted, joinPath(wanted, 'README.md')!, `${wanted}.md`, joinPath(wanted, 'index.md')!]
            .map((place) => index.find(place))
            .find((file) => file !== undefined);
    if (!found) warn(`The redirect from “${from}” leads to a file that does not exist: ${target}`, line);
    const to = found?.file.path ?? wanted ?? path;
    return [{ from, to: anchor === undefined ? to : `${to}#${anchor}` }];
  });
}
