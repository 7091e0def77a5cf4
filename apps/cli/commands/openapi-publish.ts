import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CHANGE_CLASSES, type SpecChange } from '@lectern/openapi/changes/spec-change';
import type { SpecProblem } from '@lectern/openapi/spec-problem';
import { parseUrl } from '@lectern/std/parse-url';
import type { Platform } from '../../server/app/platform.ts';
import { listOrganizationIds } from '../../server/domains/identity/organizations/organizations.queries.ts';
import { compareVersions } from '../../server/domains/specs/changes.service.ts';
import { SLUG } from '../../server/domains/specs/openapi.schemas.ts';
import { getSpec, putSpec, type SpecName } from '../../server/domains/specs/openapi.service.ts';
import { createOpenAPIProcessingJob } from '../../server/domains/specs/process-spec.jobs.ts';
import { requireNoMaintenance } from '../../server/platform/access/maintenance.ts';
import type { Config } from '../../server/platform/config.ts';
import { startBackground } from '../service/background.ts';
import { chooseOrganization } from './choose-organization.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { readLocalSpec } from './read-local-spec.ts';
import { withContext } from './with-context.ts';

type Spec = Awaited<ReturnType<typeof getSpec>>;

const POLL_MS = 200;
const SHOWN_CHANGES = 100;
/** The exit code of a new version that breaks clients. */
const BREAKING = 2;
/** Text from a spec must not control the terminal. */
const CONTROL = /\p{Cc}/gu;

/** `openapi publish <slug> <file or url>`: fails if the source made no version because of an error. */
export async function publishSpec(config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('openapi publish', args);
  const [slug, target] = all;
  if (slug === undefined || target === undefined)
    throw new CommandError('Specify the slug of the spec, and the file or URL.');
  if (slug.length > 100 || !SLUG.test(slug))
    throw new CommandError('A slug consists of up to 100 letters, digits and single hyphens between them.');
  const isUrl = /^https?:\/\//i.test(target);
  if (isUrl && !parseUrl(target)) throw new CommandError(`${target} is not a valid URL.`);
  const read = isUrl
    ? { source: { url: target }, problems: [], problemCount: 0 }
    : await readLocalSpec(target);
  printProblems(read, target);
  if (!read.source) throw new CommandError(`No version of the spec “${slug}” was created from ${target}.`);
  const { source } = read;
  return withContext(config, async (platform) => {
    const { context } = platform;
    await requireNoMaintenance(context);
    const organizationId = chooseOrganization(await listOrganizationIds(context.db), options.organization);
    const name = { organizationId, slug };
    const { row } = await putSpec(context, name, source);
    const processed = await waitForProcessing(platform, name, row);
    // Problems of files were reported before, with the lines of each file.
    if (isUrl || processed.error_code !== null) printProblems(problemsOf(processed), target);
    if (processed.error_code !== null) {
      console.error(`lectern: No version of the spec “${slug}” was created from ${target}.`);
      return 1;
    }
    const isNew = processed.last_version_id !== row.last_version_id;
    if (!isNew) {
      console.log('Nothing has changed.');
      return 0;
    }
    const { base, changes } = await compareVersions(context, name, {
      versionId: processed.last_version_id ?? undefined,
      // Pipelines compare with the version that they published last, whatever came in between.
      baseId: row.last_version_id ?? undefined,
    });
    console.log(base ? 'A new version was created.' : 'The first version was created.');
    printChanges(changes);
    return changes.some(({ class: changeClass }) => changeClass === 'breaking') ? BREAKING : 0;
  });
}

/** A running service processes the spec, or else this process does. */
async function waitForProcessing(platform: Platform, name: SpecName, asked: Spec): Promise<Spec> {
  const { context, isJoined } = platform;
  const jobs = { 'openapi-processing': createOpenAPIProcessingJob(context) };
  const background = isJoined ? undefined : await startBackground(platform, jobs);
  try {
    for (;;) {
      const row = await getSpec(context.db, name);
      if (row.source_number !== asked.source_number)
        throw new CommandError('The source of the spec was replaced in the meantime. Publish it again.');
      if (row.processing_state === 'complete') return row;
      await sleep(POLL_MS);
    }
  } finally {
    await background?.stop();
  }
}

interface Problems {
  problems: readonly SpecProblem[];
  problemCount: number;
}

const problemsOf = ({ problems, problem_count: problemCount }: Spec): Problems => ({
  problems: problems as unknown as SpecProblem[],
  problemCount,
});

function printProblems({ problems, problemCount }: Problems, target: string): void {
  for (const { severity, file, line, column, message } of problems) {
    const named = file?.startsWith('file:') ? fileURLToPath(file) : file;
    const place = [named ?? target, ...(line === undefined ? [] : [line, column])].join(':');
    console.error(`${place}: ${severity}: ${message}`.replace(CONTROL, '\ufffd'));
  }
  if (problemCount > problems.length) console.error(`… and ${problemCount - problems.length} more.`);
}

/** Breaking changes first. */
function printChanges(changes: readonly SpecChange[]): void {
  const sorted = CHANGE_CLASSES.flatMap((name) => changes.filter((change) => change.class === name));
  for (const change of sorted.slice(0, SHOWN_CHANGES)) {
    const { class: changeClass, kind, operation, place, name } = change;
    const where = operation ? `${operation.method.toUpperCase()} ${operation.path}` : 'spec';
    const line = `  ${changeClass.padEnd(13)} ${kind.padEnd(20)} ${where} ${place} ${name}`;
    console.log(line.replace(CONTROL, '\ufffd'));
  }
  if (sorted.length > SHOWN_CHANGES) console.log(`  … and ${sorted.length - SHOWN_CHANGES} more.`);
}
