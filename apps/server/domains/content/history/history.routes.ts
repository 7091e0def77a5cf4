import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { CHANGES_QUERY_FIELDS } from '../../../compat/unsupported-fields.ts';
import { RevisionGitSchema, SHARED_CONTENT_SCHEMAS } from '../../../content/revisions/content.schemas.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import { presentRevisionGit } from '../../../content/revisions/revision.present.ts';
import { spaceNotFound } from '../../../platform/access/access-errors.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { readQuotaExceeded } from '../../../platform/access/read-quota.ts';
import { findVisitor, isPreviewed } from '../../../platform/access/visitor-gate.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { Id, ListQuery, listOf, refTo, Timestamp, Url } from '../../../platform/http/schemas.ts';
import { authorOf } from '../../identity/users/authors.queries.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import { UserSchema } from '../../identity/users/users.schemas.ts';
import type { EditingParts } from '../editing/editing-parts.ts';
import { contentChanged, spaceBranch, spaceLocked } from '../revisions/space-branch.ts';
import { ChangesFields, ChangesQueryFields } from './changes.schemas.ts';
import { describeChanges } from './describe-changes.ts';
import { type HistoryPosition, type HistoryRow, listHistory, type MergedRequest } from './history.queries.ts';
import { createHistoryCounts } from './history-counts.ts';
import { listPageHistory } from './page-history.ts';
import { rollBack } from './roll-back.ts';

const tags = ['Content'];
const SpaceParams = Type.Object({ spaceId: Id });
const RevisionParams = Type.Object({ spaceId: Id, revisionId: Id });

const HistoryEntry = Type.Object({
  object: Type.Literal('revision-summary'),
  id: Id,
  parents: Type.Array(Id),
  type: Type.String({ description: 'For example `edits`, `merge`, `rollback` or `import`.' }),
  createdAt: Timestamp,
  startedAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When the first edit of the session was made, if earlier edits are part of this revision.',
    }),
  ),
  edits: Type.Optional(
    Type.Integer({
      description: 'The number of edits of the session, if this revision consists of several.',
    }),
  ),
  createdBy: Type.Optional(refTo(UserSchema)),
  coAuthor: Type.Optional(
    refTo(UserSchema, { description: 'Who applied the suggestion of the author that this revision is.' }),
  ),
  message: Type.Optional(Type.String()),
  mergedFrom: Type.Optional(
    Type.Object(
      {
        object: Type.Literal('change-request'),
        id: Id,
        number: Type.Integer(),
        subject: Type.String(),
        contributors: Type.Array(refTo(UserSchema), {
          description: 'Who edited the change request: its author first.',
        }),
      },
      { description: 'For a revision of the type `merge`: the change request that was merged.' },
    ),
  ),
  git: Type.Optional(RevisionGitSchema),
  changes: Type.Integer({ description: 'The number of changes since the previous revision.' }),
  urls: Type.Object({ location: Url, app: Url }),
});

const presentMerged = (
  { id, number, subject, contributorIds }: MergedRequest,
  authors: Awaited<ReturnType<typeof findAuthorsFor>>,
  baseUrl: string,
) => ({
  object: 'change-request' as const,
  id,
  number,
  subject,
  contributors: contributorIds.map((userId) => presentUser(authorOf(authors, userId), baseUrl)),
});

/** `changes`: how many there are since the revision before. */
const presentEntry = (
  row: HistoryRow,
  changes: number,
  {
    space,
    authors,
    baseUrl,
  }: {
    space: SpacePointer;
    authors: Awaited<ReturnType<typeof findAuthorsFor>>;
    baseUrl: string;
  },
) => ({
  object: 'revision-summary' as const,
  id: row.revision_id,
  parents: row.parents,
  type: row.type,
  createdAt: row.created_at.toISOString(),
  ...(row.began_at === null ? {} : { startedAt: row.began_at.toISOString() }),
  ...(row.autosaves === null ? {} : { edits: row.autosaves + 1 }),
  ...(row.author_id === null ? {} : { createdBy: presentUser(authorOf(authors, row.author_id), baseUrl) }),
  ...(row.co_author_id === null
    ? {}
    : { coAuthor: presentUser(authorOf(authors, row.co_author_id), baseUrl) }),
  ...(row.message === null ? {} : { message: row.message }),
  ...(row.merged_request ? { mergedFrom: presentMerged(row.merged_request, authors, baseUrl) } : {}),
  ...(row.git ? { git: presentRevisionGit(row.git) } : {}),
  changes,
  urls: {
    location: `${baseUrl}/v1/spaces/${space.spaceId}/revisions/${row.revision_id}`,
    app: `${baseUrl}/app/s/${space.spaceId}/revisions/${row.revision_id}`,
  },
});

/** The revisions that a space went through, what changed between them, and the way back. */
export const historyRoutes =
  (parts: EditingParts, claimsOf: (request: FastifyRequest) => object): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, store } = parts;
    const { clock, config, cursors, db, readQuota } = context;
    const counts = createHistoryCounts(db, store);
    for (const schema of [...SHARED_CONTENT_SCHEMAS, UserSchema]) app.addSchema(schema);

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/revisions',
      config: { access: 'space:read', errors: [readQuotaExceeded] },
      schema: {
        operationId: 'listRevisions',
        tags,
        summary: 'List the revisions of a space',
        description:
          'Lists the revisions of the space, newest first, with their authors. A merge is one revision.',
        params: SpaceParams,
        querystring: Type.Object({
          ...ListQuery,
          changedPage: Type.Optional(
            Type.String({
              description:
                'The id of a page: lists only the revisions that created, changed or deleted it. A page of the list can then have fewer items than `limit`, or none, and still have a `next`. `count` is the number of all revisions.',
            }),
          ),
        }),
        response: { 200: listOf(HistoryEntry) },
      },
      handler: async (request) => {
        const space = grantedSpace(request);
        const { changedPage: pageId } = request.query;
        const name = `revisions:${space.spaceId}${pageId === undefined ? '' : `:${pageId}`}`;
        const list = openList<HistoryPosition>(cursors, name, request.query);
        const { after: [from] = [space.revisionId], limit } = list.asked;
        const { found, changes, count } = await readQuota.measure(request, async () => {
          const rows =
            pageId === undefined
              ? await listHistory(context, space, { from, limit })
              : await listPageHistory(parts, space, { pageId, from, limit });
          return {
            found: rows,
            changes: await counts.countChanges(space, rows.rows),
            count: await counts.countRevisions(space),
          };
        });
        const ids = found.rows.flatMap(({ author_id, co_author_id, merged_request }) => [
          author_id,
          co_author_id,
          ...(merged_request?.contributorIds ?? []),
        ]);
        const authors = await findAuthorsFor(context, grantedTo(request), ids);
        return list.present({ ...found, count }, (row) =>
          presentEntry(row, changes.get(row.revision_id) ?? 0, { space, authors, baseUrl: config.baseUrl }),
        );
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/spaces/:spaceId/revisions/:revisionId/changes',
      config: { access: 'space:read', visitors: true, errors: [revisionNotFound, readQuotaExceeded] },
      schema: {
        operationId: 'getRevisionSemanticChanges',
        tags,
        summary: 'List the changes of a revision',
        description:
          'Lists the changes relative to the parent revision, or to `base` if it is given. The first revision of a space has no changes.',
        params: RevisionParams,
        querystring: Type.Object({
          ...ChangesQueryFields,
          base: Type.Optional(
            Type.String({ description: 'The revision to compare with. Defaults to the first parent.' }),
          ),
          ...CHANGES_QUERY_FIELDS,
        }),
        response: { 200: Type.Object(ChangesFields) },
      },
      handler: async (request) => {
        const space = grantedSpace(request);
        const { base, limit = 10 } = request.query;
        const { revisionId } = request.params;
        const isShown = isPreviewed(request, { revisionId });
        // The changes since another revision reveal what that one contains.
        if (!isShown || (base !== undefined && findVisitor(request))) throw revisionNotFound();
        const after = await store.open(space, revisionId);
        const baseId = base ?? after.revision.parents[0];
        if (baseId === undefined) return { changes: [] };
        const visitor = findVisitor(request) && {
          claims: claimsOf(request),
          isVisitor: true,
          now: clock(),
        };
        return readQuota.measure(request, async () => {
          if (base !== undefined) await store.keepForGood(space, base);
          const before = await store.open(space, baseId);
          return describeChanges(context, store, { before, after }, { limit, visitor });
        });
      },
    });

    app.route({
      method: 'POST',
      url: '/v1/spaces/:spaceId/revisions/:revisionId/rollback',
      config: {
        access: 'space:edit',
        audit: { none: 'It changes content, not people or access.' },
        errors: [revisionNotFound, contentChanged, spaceLocked],
      },
      schema: {
        operationId: 'rollbackToRevision',
        tags,
        summary: 'Roll a space back to a revision',
        description:
          'Creates a revision of the type `rollback` with the content of the given revision. The revisions in between are kept. To restore a single page, use `revert_page`.',
        params: RevisionParams,
        response: { 200: Type.Object({ revision: Type.String({ description: 'The current revision.' }) }) },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const space = grantedSpace(request);
        if (space.editMode === 'locked') throw spaceLocked();
        const { revisionId } = request.params;
        if (!isId(revisionId)) throw revisionNotFound();
        const branch = spaceBranch(context, space, actor);
        const findHead = async (): Promise<string> => {
          const current = await context.pointers.spaces.find(space.spaceId);
          if (!current || current.deletedAt) throw spaceNotFound();
          return current.revisionId;
        };
        return {
          revision: await rollBack(parts, { space, actor, line: branch, findHead, toRevisionId: revisionId }),
        };
      },
    });
  };
