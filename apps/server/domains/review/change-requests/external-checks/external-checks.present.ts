import { type Authors, authorOf } from '../../../identity/users/authors.queries.ts';
import { presentUser } from '../../../identity/users/users.present.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import type { CheckRow } from './external-checks.repository.ts';
import type { ExternalCheck } from './external-checks.schemas.ts';

export const presentCheck = (
  check: CheckRow,
  { revision_id: currentRevisionId }: Pick<ChangeRequestRow, 'revision_id'>,
  { authors, baseUrl }: { authors: Authors; baseUrl: string },
): ExternalCheck => ({
  object: 'change-request-check',
  name: check.name,
  status: check.status,
  ...(check.title === null ? {} : { title: check.title }),
  ...(check.url === null ? {} : { url: check.url }),
  revision: check.revision_id,
  outdated: check.revision_id !== currentRevisionId,
  reportedBy: presentUser(authorOf(authors, check.author_id), baseUrl),
  createdAt: check.created_at.toISOString(),
  updatedAt: check.updated_at.toISOString(),
});
