import { isId } from '@lectern/std/ids';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { type ChangeRequestRow, createChangeRequest } from '../change-requests/change-requests.service.ts';
import { describeTouched } from './describe-touched.ts';
import type { FindTouchedPages, TouchedQuestion } from './find-touched-pages.ts';

export const noTouchedPages = defineError(
  { status: 409, reason: 'no-touched-pages' },
  'No page of the space mentions the changes, so there is nothing to list.',
);

interface Parts {
  context: Pick<Context, 'transact' | 'clock' | 'db' | 'pointers'>;
  store: ContentStore;
  findTouchedPages: FindTouchedPages;
}

/** Creates a draft in a space, whose description lists the necessary changes. The content does not change. */
export async function draftChangeRequest(
  { context, store, findTouchedPages }: Parts,
  { actor, organizationId }: { actor: Actor; organizationId: string },
  spaceId: string,
  question: TouchedQuestion,
): Promise<ChangeRequestRow> {
  const { pointers } = context;
  const space = isId(spaceId) ? await pointers.spaces.find(spaceId) : undefined;
  if (!space || space.organizationId !== organizationId || space.deletedAt) throw spaceNotFound();
  const role = await findRole(pointers, await findStanding(pointers, actor, organizationId), space);
  if (role === null) throw spaceNotFound();
  if (!isAtLeast(role, 'edit')) throw insufficientRole('edit', 'on the space');
  const { comparison, pages, isComplete } = await findTouchedPages.ofSpace(space, question);
  if (!comparison || pages.length === 0) throw noTouchedPages();
  const { slug } = question.versions.spec;
  const changes = comparison.changes.filter(
    (change) => question.only === undefined || change.class === question.only,
  );
  const { nodes } = describeTouched({ slug, changes, pages, isComplete });
  return createChangeRequest(context, store, space, actor, {
    subject: `Update pages for the OpenAPI spec “${slug}”`,
    description: { object: 'document', nodes: [...nodes] },
    revision: space.revisionId,
  });
}
