/** Changes of the structure of a site. Each says only what it changes, so that the changes of others stay. */
import { ApiError } from '@lectern/client/api-error';
import { api, repeatable } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';
import { queries } from '../../api/queries.ts';
import { announce } from '../../app/announce.tsx';
import { showError, showToast } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import { rereadSite, type SiteKey, type SiteStructure, structureQuery } from '../site-queries.ts';
import { type Direction, findPart, findStep, findUndoMove, type Move, type Part, refOf } from './parts.ts';

let last: Promise<unknown> = Promise.resolve();

/** Changes are made one after the other, each on what the one before it has left. */
function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
  const next = last.then(change, change);
  last = next.catch(() => undefined);
  return next;
}

const reread = (key: SiteKey): Promise<SiteStructure> =>
  queries.fetchQuery({ ...structureQuery(key), staleTime: 0 });

async function send({ organizationId, siteId }: SiteKey, part: Part, move: Move): Promise<void> {
  const headers = { prefer: 'return=minimal', ...repeatable() };
  const site = { organizationId, siteId };
  if (move.to === 'beside') {
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/structure/sort', {
      path: site,
      headers,
      body: { item: refOf(part), position: move.position },
    });
    return;
  }
  const group = move.group ?? null;
  if (part.object === 'site-section')
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}', {
      path: { ...site, siteSectionId: part.id },
      headers,
      body: { siteSectionGroupId: group },
    });
  else if (part.object === 'site-section-group')
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}', {
      path: { ...site, siteSectionGroupId: part.id },
      headers,
      body: { parentSectionGroupId: group },
    });
  else if (part.object === 'site-external-link')
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}', {
      path: { ...site, siteExternalLinkId: part.id },
      headers,
      body: { parent: group },
    });
}

/** Moves a part and says where it is now. The move can be undone. */
export const movePart = (key: SiteKey, partId: string, move: Move | Direction): Promise<void> =>
  inTurn(async () => {
    const before = queries.getQueryData(structureQuery(key).queryKey) ?? (await reread(key));
    const placed = findPart(before, partId);
    if (!placed) return;
    const { part } = placed;
    const chosen = typeof move === 'string' ? findStep(placed, move) : move;
    if (!chosen) return announce(t('cannotMove', { title: part.title }));
    try {
      await send(key, part, chosen);
      const after = await reread(key);
      tell(after, partId);
      const back = findUndoMove(placed);
      if (back) offerUndo(key, part, back);
    } catch (error) {
      await explainFailure(key, error);
    }
  });

function tell(structure: SiteStructure, partId: string): void {
  const now = findPart(structure, partId);
  if (!now) return;
  const { part, parent, siblings, at } = now;
  const values = { title: part.title, position: at + 1, count: siblings.length };
  announce(parent ? t('movedInto', { ...values, parent: parent.title }) : t('moved', values));
}

function offerUndo(key: SiteKey, part: Part, back: Move): void {
  const undo = (): Promise<void> =>
    inTurn(async () => {
      try {
        await send(key, part, back);
        await restoreDefault(key, part);
        tell(await reread(key), part.id);
      } catch (error) {
        await explainFailure(key, error);
      }
    });
  showToast(t('sitePartMoved', { title: part.title }), {
    about: 'site-structure',
    action: { label: t('undo'), run: () => void undo() },
  });
}

/** A variant that left its section is no longer the default one there. */
async function restoreDefault({ organizationId, siteId }: SiteKey, part: Part): Promise<void> {
  if (part.object !== 'site-space' || !part.default || part.section === undefined) return;
  await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}', {
    path: { organizationId, siteId, siteSectionId: part.section },
    headers: { prefer: 'return=minimal', ...repeatable() },
    body: { defaultSiteSpace: part.id },
  });
}

/** Makes a section the first of the site, or a variant the first of its section or of the site. */
export async function makeDefault(key: SiteKey, part: Part): Promise<void> {
  const { organizationId, siteId } = key;
  const path = { organizationId, siteId };
  if (part.object === 'site-space' && part.section !== undefined)
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}', {
      path: { ...path, siteSectionId: part.section },
      headers: { prefer: 'return=minimal', ...repeatable() },
      body: { defaultSiteSpace: part.id },
    });
  else
    await api.patch('/v1/orgs/{organizationId}/sites/{siteId}', {
      path,
      headers: repeatable(),
      body: part.object === 'site-space' ? { defaultSiteSpace: part.id } : { defaultSiteSection: part.id },
    });
}

/** Duplicates the space of a variant, and adds the copy to the site after it, as a draft. */
export async function duplicateVariant(
  { organizationId, siteId }: SiteKey,
  siteSpaceId: string,
): Promise<void> {
  await api.post('/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate', {
    path: { organizationId, siteId, siteSpaceId },
    headers: repeatable(),
    body: { draft: true },
  });
}

/** Removes a part from the site. */
export async function removePart({ organizationId, siteId }: SiteKey, { object, id }: Part): Promise<void> {
  const path = { organizationId, siteId };
  const headers = repeatable();
  if (object === 'site-section')
    await api.delete('/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}', {
      path: { ...path, siteSectionId: id },
      headers,
    });
  else if (object === 'site-space')
    await api.delete('/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}', {
      path: { ...path, siteSpaceId: id },
      headers,
    });
  else if (object === 'site-section-group')
    await api.delete('/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}', {
      path: { ...path, siteSectionGroupId: id },
      headers,
    });
  else
    await api.delete('/v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}', {
      path: { ...path, siteExternalLinkId: id },
      headers,
    });
}

/** Makes a change, shows what it led to, and says if it failed. */
export async function change(key: SiteKey, make: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await inTurn(make);
    await rereadSite(key);
    showToast(done, { about: 'site-structure' });
  } catch (error) {
    await explainFailure(key, error);
  }
}

/** What somebody else has removed in the meantime is not found. */
async function explainFailure(key: SiteKey, error: unknown): Promise<void> {
  const isGone = error instanceof ApiError && error.status === 404;
  showError(isGone ? t('siteChangedByOthers') : `${t('changeFailed')} ${explain(error)}`);
  await rereadSite(key);
}
