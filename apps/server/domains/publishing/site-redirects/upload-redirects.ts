import { newId } from '@lectern/std/ids';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { invalidFields } from '../../../platform/http/errors.ts';
import { createPause, type Pause } from '../../../platform/threads/pause.ts';
import {
  editRedirects,
  type RedirectEdit,
  type RedirectParts,
  type RedirectWarning,
} from './edit-redirects.ts';
import { RedirectChangeList } from './redirect-change-list.ts';
import { LOOPS, MAX_REDIRECTS, tooManyRedirects } from './redirect-errors.ts';
import type { RedirectDestination } from './redirect-rule.ts';
import { type StoredRedirect, writeRedirects } from './redirects.repository.ts';
import { type LineProblem, MAX_PROBLEMS, readRedirectsCsv, type WrittenRedirect } from './redirects-csv.ts';
import { isProblem } from './resolve-destination.ts';
import { loadBook } from './upsert-redirects.ts';

export interface UploadedRedirects {
  created: number;
  updated: number;
  deleted: number;
  unchanged: number;
  warnings: RedirectWarning[];
}

/**
 * Takes over a file of redirects: all of it, or nothing. `replace`: those that are not in it are deleted. `isDryRun`: the
 * file is only checked.
 */
export async function uploadRedirects(
  parts: RedirectParts,
  site: SitePointer,
  { csv, replace, isDryRun }: { csv: string; replace: boolean; isDryRun: boolean },
): Promise<UploadedRedirects> {
  const pause = createPause();
  const { redirects: written, problems } = await readRedirectsCsv(csv, pause);
  refuseProblems(problems);
  const upload = async (edit: RedirectEdit): Promise<UploadedRedirects> => {
    const changes = new RedirectChangeList(await loadBook(edit));
    const uploaded: UploadedRedirects = { created: 0, updated: 0, deleted: 0, unchanged: 0, warnings: [] };
    const kept: StoredRedirect[] = [];
    for (const one of written) {
      await pause(4);
      const destination = await edit.resolve(one.destination);
      if (isProblem(destination))
        problems.push({ line: one.line, message: `has an invalid destination: it ${destination.message}` });
      else kept.push(take(edit, changes, { ...one, destination }, uploaded));
    }
    refuseProblems(problems);
    if (replace) uploaded.deleted = removeOthers(changes, kept);
    if (changes.book.size > MAX_REDIRECTS) throw tooManyRedirects();
    refuseProblems(await findLoops(edit, changes, { kept, written, pause }));
    await collectWarnings(edit, { written, warnings: uploaded.warnings, pause });
    if (!isDryRun) await writeRedirects(edit.trx, site, changes.list());
    return uploaded;
  };
  return editRedirects(parts, site, upload, { onlyLooks: isDryRun });
}

function refuseProblems(problems: readonly LineProblem[]): void {
  if (problems.length === 0) return;
  throw invalidFields(
    problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => ({ path: `line ${line}`, message })),
  );
}

type Resolved = Omit<WrittenRedirect, 'destination'> & { destination: RedirectDestination };

function take(
  edit: RedirectEdit,
  changes: RedirectChangeList,
  { source, isDraft, capturesWildcard, isPermanent, destination }: Resolved,
  counts: UploadedRedirects,
): StoredRedirect {
  const before = changes.book.find(source, isDraft);
  const redirect: StoredRedirect = {
    redirectId: before?.redirectId ?? newId(),
    source,
    isDraft,
    capturesWildcard,
    isPermanent,
    destination,
    createdAt: before?.createdAt ?? edit.at,
    updatedAt: edit.at,
  };
  if (before && isSame(before, redirect)) {
    counts.unchanged += 1;
    return before;
  }
  counts[before ? 'updated' : 'created'] += 1;
  changes.put(redirect);
  return redirect;
}

const isSame = (one: StoredRedirect, other: StoredRedirect): boolean =>
  one.capturesWildcard === other.capturesWildcard &&
  one.isPermanent === other.isPermanent &&
  nameOf(one.destination) === nameOf(other.destination);

const nameOf = (destination: RedirectDestination): string =>
  JSON.stringify(Object.entries(destination).sort(([one], [other]) => (one < other ? -1 : 1)));

function removeOthers(changes: RedirectChangeList, kept: readonly StoredRedirect[]): number {
  const ids = new Set(kept.map(({ redirectId }) => redirectId));
  const others = [...changes.book.rules()].filter(({ redirectId }) => !ids.has(redirectId));
  for (const other of others) changes.remove(other);
  return others.length;
}

async function findLoops(
  { isLoop }: RedirectEdit,
  { book }: RedirectChangeList,
  { kept, written, pause }: { kept: StoredRedirect[]; written: WrittenRedirect[]; pause: Pause },
): Promise<LineProblem[]> {
  const problems: LineProblem[] = [];
  for (const [at, redirect] of kept.entries()) {
    await pause(4);
    const isLooping = await isLoop(redirect, async (path) => book.findMatching(path));
    if (isLooping) problems.push({ line: written[at]?.line ?? 0, message: LOOPS });
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

async function collectWarnings(
  { warnAbout }: RedirectEdit,
  {
    written,
    warnings,
    pause,
  }: { written: readonly WrittenRedirect[]; warnings: RedirectWarning[]; pause: Pause },
): Promise<void> {
  for (const { line, source } of written) {
    await pause(4);
    const [warning] = await warnAbout(source);
    if (warning) warnings.push({ path: `line ${line}`, message: `has a source that ${warning.message}` });
    if (warnings.length === MAX_PROBLEMS) return;
  }
}
