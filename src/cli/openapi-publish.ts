import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBackground } from '../background.ts';
import type { Config } from '../config.ts';
import type { SpecSource } from '../features/openapi/openapi.schemas.ts';
import { SLUG_PATTERN } from '../features/openapi/openapi.schemas.ts';
import { findLatestOutline, getSpec, putSpec, type SpecName } from '../features/openapi/openapi.service.ts';
import { createOpenAPIProcessingJob } from '../features/openapi/process-spec.jobs.ts';
import type { SpecRow } from '../features/openapi/specs.repository.ts';
import { listOrganizationIds } from '../features/organizations/organizations.queries.ts';
import { compareOutlines } from '../openapi/compare-outlines.ts';
import { MAX_FILE_BYTES } from '../openapi/openapi-limits.ts';
import type { SpecOutline } from '../openapi/outline-spec.ts';
import type { SpecProblem } from '../openapi/spec-problem.ts';
import type { Platform } from '../platform.ts';
import { chooseOrganization } from './choose-organization.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { withContext } from './with-context.ts';

const POLL_MS = 200;
const SHOWN_CHANGES = 100;
/** Text from a spec must not control the terminal. */
const CONTROL = /\p{Cc}/gu;

/** `openapi publish <slug> <file or url>`: fails if the source made no version because of an error. */
export async function publishSpec(config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('openapi publish', args);
  const [slug, target] = all;
  if (slug === undefined || target === undefined)
    throw new CommandError('Name the slug of the spec, and the file or URL.');
  if (slug.length > 100 || !new RegExp(SLUG_PATTERN).test(slug))
    throw new CommandError(
      'A slug consists of letters, digits and single hyphens between them, at most 100.',
    );
  const source = await readSource(target);
  return withContext(config, async (platform) => {
    const { context } = platform;
    const organizationId = chooseOrganization(await listOrganizationIds(context.db), options.organization);
    const name = { organizationId, slug };
    const before = await findLatestOutline(context.db, name);
    const { row } = await putSpec(context, name, source);
    const processed = await waitForProcessing(platform, name, row);
    printProblems(processed, target);
    if (processed.error_code !== null) {
      console.error(`lectern: ${target} made no version of the spec “${slug}”.`);
      return 1;
    }
    const isNew = processed.last_version_id !== row.last_version_id;
    if (isNew) printChanges(before, await findLatestOutline(context.db, name));
    else console.log('Nothing has changed.');
    return 0;
  });
}

async function readSource(target: string): Promise<SpecSource> {
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) throw new CommandError(`${target} is not a valid URL.`);
    return { url: target };
  }
  const file = resolve(target);
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) throw new CommandError(`There is no file ${file}.`);
  if (facts.size > MAX_FILE_BYTES)
    throw new CommandError(`The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB.`);
  const bytes = await readFile(file);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new CommandError('The file is not valid UTF-8.');
  }
}

/** A running service processes the spec, or else this process does. */
async function waitForProcessing(platform: Platform, name: SpecName, asked: SpecRow): Promise<SpecRow> {
  const { context, isJoined } = platform;
  const jobs = { 'openapi-processing': createOpenAPIProcessingJob(context) };
  const background = isJoined ? undefined : await startBackground(platform, jobs);
  try {
    for (;;) {
      const row = await getSpec(context.db, name);
      if (row.source_number !== asked.source_number)
        throw new CommandError('The spec was given another source meanwhile.');
      if (row.processing_state === 'complete') return row;
      await sleep(POLL_MS);
    }
  } finally {
    await background?.stop();
  }
}

function printProblems({ problems, problem_count: count }: SpecRow, target: string): void {
  const shown = problems as unknown as SpecProblem[];
  for (const { severity, file, line, column, message } of shown) {
    const place = [file ?? target, ...(line === undefined ? [] : [line, column])].join(':');
    console.error(`${place}: ${severity}: ${message}`.replace(CONTROL, '\ufffd'));
  }
  if (count > shown.length) console.error(`… and ${count - shown.length} more.`);
}

function printChanges(before: SpecOutline | undefined, after: SpecOutline | undefined): void {
  const changes = after ? compareOutlines(before, after) : [];
  console.log(before ? 'A new version was made.' : 'The first version was made.');
  for (const { change, name } of changes.slice(0, SHOWN_CHANGES))
    console.log(`  ${change.padEnd(10)} ${name}`.replace(CONTROL, '\ufffd'));
  if (changes.length > SHOWN_CHANGES) console.log(`  … and ${changes.length - SHOWN_CHANGES} more.`);
}
