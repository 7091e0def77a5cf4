import { newId } from '@lectern/std/ids';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { editRedirects, type RedirectEdit, type RedirectParts } from './edit-redirects.ts';
import { RedirectBook } from './redirect-book.ts';
import { RedirectChangeList } from './redirect-change-list.ts';
import { MAX_REDIRECTS, redirectLoop, TOO_MANY } from './redirect-errors.ts';
import { readSource } from './redirect-source.ts';
import { readAllRedirects, type StoredRedirect, writeRedirects } from './redirects.repository.ts';
import type { RedirectOperation, UpsertResult } from './redirects.schemas.ts';
import { isProblem } from './resolve-destination.ts';

/** Carries out operations one after the other; each succeeds or fails on its own. */
export async function upsertRedirects(
  parts: RedirectParts,
  site: SitePointer,
  operations: readonly RedirectOperation[],
): Promise<UpsertResult[]> {
  return editRedirects(parts, site, async (edit) => {
    const changes = new RedirectChangeList(await loadBook(edit));
    const results: UpsertResult[] = [];
    for (const operation of operations) results.push(await carryOut(edit, changes, operation));
    await writeRedirects(edit.trx, site, changes.list());
    return results;
  });
}

export async function loadBook({ trx, site }: RedirectEdit): Promise<RedirectBook<StoredRedirect>> {
  const book = new RedirectBook<StoredRedirect>();
  for await (const redirects of readAllRedirects(trx, site)) for (const one of redirects) book.set(one);
  return book;
}

async function carryOut(
  edit: RedirectEdit,
  changes: RedirectChangeList,
  operation: RedirectOperation,
): Promise<UpsertResult> {
  const { intent = 'live', destination } = operation;
  const isDraft = intent === 'draft';
  const read = readSource(operation.source);
  if (typeof read === 'string')
    return { status: 'error', source: operation.source, draft: isDraft, error: `The source ${read}.` };
  const source = read.text;
  const fail = (error: string): UpsertResult => ({ status: 'error', source, draft: isDraft, error });
  if (intent === 'publish') return publish(edit, changes, source);
  if (destination === undefined) return fail('The destination is required.');
  const before = changes.book.find(source, isDraft);
  if (destination === null) {
    if (!before) return fail('There is no redirect with this source to delete.');
    changes.remove(before);
    return { status: 'deleted', source, draft: isDraft };
  }
  const resolved = await edit.resolve(destination);
  if (isProblem(resolved)) return fail(`destination.${resolved.path} ${resolved.message}.`);
  if (!before && changes.book.size >= MAX_REDIRECTS) return fail(TOO_MANY);
  const redirect: StoredRedirect = {
    redirectId: before?.redirectId ?? newId(),
    source,
    isDraft,
    capturesWildcard: operation.captureWildcard ?? false,
    isPermanent: operation.permanent ?? before?.isPermanent ?? false,
    destination: resolved,
    createdAt: before?.createdAt ?? edit.at,
    updatedAt: edit.at,
  };
  if (!(await tryToWrite(edit, changes, redirect))) return fail(redirectLoop().message);
  const warnings = await edit.warnAbout(source);
  return {
    status: before ? 'updated' : 'created',
    source,
    draft: isDraft,
    id: redirect.redirectId,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** The draft takes the place of the live redirect, which keeps its id. */
async function publish(
  edit: RedirectEdit,
  changes: RedirectChangeList,
  source: string,
): Promise<UpsertResult> {
  const draft = changes.book.find(source, true);
  if (!draft)
    return { status: 'error', source, draft: true, error: 'There is no draft with this source to publish.' };
  const live = changes.book.find(source, false);
  const published: StoredRedirect = {
    ...draft,
    ...(live ? { redirectId: live.redirectId, createdAt: live.createdAt } : {}),
    isDraft: false,
    updatedAt: edit.at,
  };
  changes.remove(draft);
  if (await tryToWrite(edit, changes, published))
    return { status: 'published', source, draft: false, id: published.redirectId };
  changes.put(draft);
  return { status: 'error', source, draft: true, error: redirectLoop().message };
}

/** Undoes the change if it makes a loop. */
async function tryToWrite(
  { isLoop }: RedirectEdit,
  changes: RedirectChangeList,
  redirect: StoredRedirect,
): Promise<boolean> {
  const before = changes.book.find(redirect.source, redirect.isDraft);
  changes.put(redirect);
  if (!(await isLoop(redirect, async (path) => changes.book.findMatching(path)))) return true;
  if (before) changes.put(before);
  else changes.remove(redirect);
  return false;
}
