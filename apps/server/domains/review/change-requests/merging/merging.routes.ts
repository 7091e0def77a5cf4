import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { revisionNotFound } from '../../../../content/revisions/content-errors.ts';
import { grantedSpace, grantedTo } from '../../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../../platform/access/read-quota.ts';
import { refTo } from '../../../../platform/http/schemas.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import type { ContentReads } from '../../../content/revisions/content-reads.ts';
import { contentChanged, spaceLocked } from '../../../content/revisions/space-branch.ts';
import { findAuthorsFor } from '../../../identity/users/authors-for.ts';
import { UserSchema } from '../../../identity/users/users.schemas.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-request-errors.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { ChangeRequestParams } from '../change-requests.schemas.ts';
import { keyOf } from '../change-requests.service.ts';
import { presentCheck } from '../external-checks/external-checks.present.ts';
import { type CheckRow, listChecks } from '../external-checks/external-checks.repository.ts';
import {
  type ExternalCheck,
  ExternalCheckSchema,
  ReportCheckBody,
} from '../external-checks/external-checks.schemas.ts';
import { reportCheck, tooManyChecks } from '../external-checks/external-checks.service.ts';
import { createGetNamed } from '../named-change-request.ts';
import { mergeRulesNotMet } from '../rules/check-merge.ts';
import { ChecksSchema } from './checks.schemas.ts';
import { conflictRoutes, presentConflicts } from './conflicts.routes.ts';
import { ConflictSchema } from './conflicts.schemas.ts';
import { createMergeByRules } from './merge-by-rules.ts';
import { type MergeOutcome, updateFromSpace } from './merge-change-request.ts';
import { createReadChecks } from './read-checks.ts';

const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const tags = ['Change requests'];

const Conflicts = Type.Array(refTo(ConflictSchema), { description: 'The unresolved conflicts.' });
const outcomeOf = <Name extends 'merge' | 'update'>(name: Name) =>
  Type.Object({
    result: Type.Enum([name, 'conflicts'] as const),
    revision: Type.String({ description: 'The current revision of the content to change.' }),
    conflicts: Type.Optional(Conflicts),
  });

/** Routes to merge change requests, to update them from their space, and to resolve conflicts; and the merge rules. */
export const mergingRoutes =
  (parts: EditingParts, reads: ContentReads): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const schema of [UserSchema, ConflictSchema, ExternalCheckSchema]) app.addSchema(schema);
    await app.register(mergeRoutes(parts));
    await app.register(conflictRoutes(parts, reads));
    await app.register(checksRoutes(parts));
  };

const prefix = '/v1/spaces/:spaceId/change-requests/:changeRequestId';

/** Merges, and updates from the space. */
const mergeRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    const merge = createMergeByRules(parts);
    const getNamed = createGetNamed(context);

    /** `done`: the result without conflicts. */
    async function presentOutcome<Done extends string>(
      request: FastifyRequest,
      row: ChangeRequestRow,
      { revisionId: revision, conflicts }: MergeOutcome,
      done: Done,
    ) {
      if (conflicts.length === 0) return { result: done, revision };
      const met = conflicts.map((conflict) => ({ conflict, answer: undefined }));
      return {
        result: 'conflicts' as const,
        revision,
        conflicts: await presentConflicts(parts, request, { row, met }),
      };
    }

    app.route({
      method: 'POST',
      url: `${prefix}/merge`,
      config: {
        access: 'space:review',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, changeRequestArchived, contentChanged, mergeRulesNotMet, spaceLocked],
      },
      schema: {
        operationId: 'mergeChangeRequest',
        tags,
        summary: 'Merge a change request',
        description:
          'Makes the changes live, in one revision. If there are conflicts, nothing changes: the response lists them, and you can merge again after you resolve them. If the change request is already merged, returns the revision of the merge.',
        params: ChangeRequestParams,
        response: { 200: outcomeOf('merge') },
      },
      handler: async (request) => {
        const { actor, role } = grantedTo(request);
        const space = grantedSpace(request);
        const row = await getNamed(request);
        const outcome = await merge({ space, row, actor, role });
        return presentOutcome(request, row, outcome, 'merge');
      },
    });

    app.route({
      method: 'POST',
      url: `${prefix}/update`,
      config: {
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [
          changeRequestNotFound,
          changeRequestMerged,
          changeRequestArchived,
          contentChanged,
          spaceLocked,
        ],
      },
      schema: {
        operationId: 'updateChangeRequest',
        tags,
        summary: 'Update a change request from its space',
        description:
          'Merges the current content of the space into the change request. If there are conflicts, nothing changes: the response lists both versions, and you can update again after you resolve the conflicts.',
        params: ChangeRequestParams,
        response: { 200: outcomeOf('update') },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const row = await getNamed(request);
        const space = grantedSpace(request);
        const outcome = await updateFromSpace(parts, { space, row, actor });
        return presentOutcome(request, row, outcome, 'update');
      },
    });
  };

const checksRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    const { readQuota } = context;
    const readChecks = createReadChecks(parts);
    const getNamed = createGetNamed(context);

    async function presentChecks(
      request: FastifyRequest,
      row: ChangeRequestRow,
      checks: readonly CheckRow[],
    ): Promise<ExternalCheck[]> {
      const ids = checks.map(({ author_id }) => author_id);
      const authors = await findAuthorsFor(context, grantedTo(request), ids);
      const { baseUrl } = context.config;
      return checks.map((check) => presentCheck(check, row, { authors, baseUrl }));
    }

    app.route({
      method: 'GET',
      url: `${prefix}/checks`,
      config: { access: 'space:read', errors: [changeRequestNotFound, readQuotaExceeded] },
      schema: {
        operationId: 'listChangeRequestChecks',
        tags,
        summary: 'List the checks of a change request',
        description:
          'Checks the merge rules and looks for conflicts. Also lists the checks that programs have reported.',
        params: ChangeRequestParams,
        response: { 200: ChecksSchema },
      },
      handler: async (request) => {
        const { actor, role } = grantedTo(request);
        const space = grantedSpace(request);
        const row = await getNamed(request);
        const checks = await readQuota.measure(request, () => readChecks({ space, row, actor, role }));
        const reported = await listChecks(context.db, keyOf(row), row.revision_id);
        return { ...checks, external: await presentChecks(request, row, reported) };
      },
    });

    app.route({
      method: 'POST',
      url: `${prefix}/checks`,
      config: {
        access: 'space:review',
        audit: NOT_AUDITED,
        errors: [
          changeRequestNotFound,
          changeRequestMerged,
          changeRequestArchived,
          revisionNotFound,
          tooManyChecks,
        ],
      },
      schema: {
        operationId: 'reportChangeRequestCheck',
        tags,
        summary: 'Report a check of a change request',
        description:
          'For programs that check the content: replaces the check with this name of the same revision. A check becomes outdated when the content changes.',
        params: ChangeRequestParams,
        body: ReportCheckBody,
        response: { 200: refTo(ExternalCheckSchema) },
      },
      handler: async (request) => {
        const { actor } = grantedTo(request);
        const row = await getNamed(request);
        const subject = { space: grantedSpace(request), row, actor };
        const check = await reportCheck(context, parts.store, subject, request.body);
        const [shown] = await presentChecks(request, row, [check]);
        return shown as ExternalCheck;
      },
    });
  };
