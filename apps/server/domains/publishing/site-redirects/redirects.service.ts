import { isId, newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { Database } from '../../../platform/db/database.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import {
  editRedirects,
  type RedirectEdit,
  type RedirectParts,
  type RedirectWarning,
} from './edit-redirects.ts';
import type { RedirectWorld } from './follow-redirects.ts';
import { MAX_REDIRECTS, redirectLoop, redirectNotFound, tooManyRedirects } from './redirect-errors.ts';
import type { RedirectDestination } from './redirect-rule.ts';
import { listCandidates, readSource } from './redirect-source.ts';
import {
  deleteRedirect,
  findLengths,
  findRedirectById,
  findRedirects,
  type StoredRedirect,
  writeRedirect,
} from './redirects.repository.ts';
import type { CreateRedirectBody, InputDestination, UpdateRedirectBody } from './redirects.schemas.ts';
import { isProblem } from './resolve-destination.ts';

/** A redirect after a change, with what there is to say about it. */
export interface ChangedRedirect {
  redirect: StoredRedirect;
  warnings: RedirectWarning[];
}

export async function createRedirect(
  parts: RedirectParts,
  site: SitePointer,
  body: Static<typeof CreateRedirectBody>,
): Promise<ChangedRedirect> {
  const source = getSource(body.source);
  return editRedirects(parts, site, async (edit) => {
    if ((await findLengths(edit.trx, site)).count >= MAX_REDIRECTS) throw tooManyRedirects();
    return store(edit, {
      redirectId: newId(),
      source,
      isDraft: body.draft ?? false,
      capturesWildcard: body.captureWildcard ?? false,
      isPermanent: body.permanent ?? false,
      destination: await getDestination(edit, body.destination),
      createdAt: edit.at,
      updatedAt: edit.at,
    });
  });
}

export async function updateRedirect(
  parts: RedirectParts,
  { site, redirectId }: { site: SitePointer; redirectId: string },
  body: Static<typeof UpdateRedirectBody>,
): Promise<ChangedRedirect> {
  const source = body.source === undefined ? undefined : getSource(body.source);
  return editRedirects(parts, site, async (edit) => {
    const before = isId(redirectId) ? await findRedirectById(edit.trx, site, redirectId) : undefined;
    if (!before) throw redirectNotFound();
    const { destination } = body;
    return store(edit, {
      ...before,
      source: source ?? before.source,
      isDraft: body.draft ?? before.isDraft,
      capturesWildcard: body.captureWildcard ?? before.capturesWildcard,
      isPermanent: body.permanent ?? before.isPermanent,
      destination: destination ? await getDestination(edit, destination) : before.destination,
      updatedAt: edit.at,
    });
  });
}

export async function removeRedirect(
  parts: RedirectParts,
  { site, redirectId }: { site: SitePointer; redirectId: string },
): Promise<void> {
  await editRedirects(parts, site, async ({ trx }) => {
    if (!isId(redirectId) || !(await deleteRedirect(trx, site, redirectId))) throw redirectNotFound();
  });
}

async function store(edit: RedirectEdit, redirect: StoredRedirect): Promise<ChangedRedirect> {
  const { trx, site } = edit;
  await writeRedirect(trx, site, redirect);
  if (await edit.isLoop(redirect, await findRulesIn(trx, site))) throw redirectLoop();
  return { redirect, warnings: await edit.warnAbout(redirect.source) };
}

/** The live rules that are stored. */
async function findRulesIn(db: Database, site: SitePointer): Promise<RedirectWorld['findRules']> {
  const { wildcards } = await findLengths(db, site);
  return async (path) => {
    const sources = listCandidates(path, wildcards);
    const found = await findRedirects(db, site, { sources, withDrafts: false });
    return found.sort((one, other) => sources.indexOf(one.source) - sources.indexOf(other.source));
  };
}

function getSource(raw: string): string {
  const source = readSource(raw);
  if (typeof source === 'string') throw invalidField('source', source);
  return source.text;
}

async function getDestination(
  { resolve }: RedirectEdit,
  destination: InputDestination,
): Promise<RedirectDestination> {
  const resolved = await resolve(destination);
  if (isProblem(resolved)) {
    const { path, message } = resolved;
    throw invalidField(path === 'destination' ? path : `destination.${path}`, message);
  }
  return resolved;
}
