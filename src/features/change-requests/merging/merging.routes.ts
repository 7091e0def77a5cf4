import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { authorIdOf } from '../../../access/author.ts';
import { grantedSpace, grantedTo } from '../../../access/authorize.ts';
import { readQuotaExceeded } from '../../../access/read-quota.ts';
import type { Conflict, ConflictAnswer } from '../../../content/merge/conflicts.ts';
import { defineNotFound, invalidField } from '../../../http/errors.ts';
import { listOf, refTo } from '../../../http/schemas.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import { contentChanged, spaceLocked } from '../../revisions/space-line.ts';
import { findAuthorsFor } from '../../users/authors-for.ts';
import { UserSchema } from '../../users/users.schemas.ts';
import { changeRequestArchived, changeRequestNotFound } from '../change-request-errors.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { ChangeRequestParams } from '../change-requests.schemas.ts';
import { keyOf } from '../change-requests.service.ts';
import { createGetNamed } from '../named-change-request.ts';
import { type BrokenLinks, createFindBrokenLinks } from '../rules/broken-links.ts';
import { checkMerge, mergeRulesNotMet } from '../rules/check-merge.ts';
import { ChecksSchema } from './checks.schemas.ts';
import { presentConflict } from './conflicts.present.ts';
import { type ConflictRow, findConflict, listConflicts, storeAnswer } from './conflicts.repository.ts';
import { AnswerBody, ConflictParams, ConflictSchema } from './conflicts.schemas.ts';
import { type MergeOutcome, mergeChangeRequest, updateFromSpace } from './merge-change-request.ts';
import { createReadChecks } from './read-checks.ts';

const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const tags = ['Change requests'];

const conflictNotFound = defineNotFound('conflict-not-found', 'conflict');

const Conflicts = Type.Array(refTo(ConflictSchema), { description: 'The conflicts without an answer.' });
const outcomeOf = <Name extends 'merge' | 'update'>(name: Name) =>
  Type.Object({
    result: Type.Enum([name, 'conflicts'] as const),
    revision: Type.String({ description: 'The current revision of the content to be changed.' }),
    conflicts: Type.Optional(Conflicts),
  });

/** Merges, updates from the space, the conflicts that they meet, and the rules for merging. */
export const mergingRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, store } = parts;
    const { config, db, readQuota } = context;
    const findBrokenLinks = createFindBrokenLinks(parts);
    const readChecks = createReadChecks(parts);
    for (const schema of [UserSchema, ConflictSchema]) app.addSchema(schema);

    const getNamed = createGetNamed(context);

    async function presentConflicts(
      request: FastifyRequest,
      row: ChangeRequestRow,
      rows: readonly ConflictRow[],
    ) {
      const space = grantedSpace(request);
      const answeredBy = rows.map(({ answered_by }) => answered_by);
      const authors = await findAuthorsFor(context, grantedTo(request), answeredBy);
      const snapshots = [
        (await store.open(space, row.revision_id)).snapshot,
        (await store.open(space, row.space_revision_id)).snapshot,
      ];
      return rows.map((one) => presentConflict(one, snapshots, authors, config.baseUrl));
    }
    /** `done`: the result without conflicts. */
    async function presentOutcome<Done extends string>(
      request: FastifyRequest,
      row: ChangeRequestRow,
      { revisionId: revision, conflicts }: MergeOutcome,
      done: Done,
    ) {
      if (conflicts.length === 0) return { result: done, revision };
      const ids = new Set(conflicts.map(({ id }) => id));
      const rows = (await listConflicts(db, keyOf(row))).filter(({ conflict_id: id }) => ids.has(id));
      return {
        result: 'conflicts' as const,
        revision,
        conflicts: await presentConflicts(request, row, rows),
      };
    }

    /** `chooseAnswer`: null withdraws the answer. */
    async function answerConflict(
      request: FastifyRequest,
      chooseAnswer: (conflict: Conflict) => ConflictAnswer | null,
    ) {
      const row = await getNamed(request);
      const key = keyOf(row);
      const { conflictId } = request.params as { conflictId: string };
      const found = await findConflict(db, key, conflictId);
      if (!found) throw conflictNotFound();
      const answer = chooseAnswer(found.conflict);
      const authorId = authorIdOf(grantedTo(request).actor);
      await context.transact(({ trx }) =>
        storeAnswer(trx, key, { conflictId, answer, authorId, at: context.clock() }),
      );
      const answered = await findConflict(db, key, conflictId);
      if (!answered) throw conflictNotFound();
      const [shown] = await presentConflicts(request, row, [answered]);
      return shown as NonNullable<typeof shown>;
    }

    const prefix = '/v1/spaces/:spaceId/change-requests/:changeRequestId';

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
          'Makes the changes live, in one revision. If there are conflicts, nothing changes: they are listed and can be resolved before the next attempt. If the change request is already merged, returns the revision of the merge.',
        params: ChangeRequestParams,
        response: { 200: outcomeOf('merge') },
      },
      handler: async (request) => {
        const { actor, role } = grantedTo(request);
        const space = grantedSpace(request);
        const row = await getNamed(request);
        const outcome = await mergeChangeRequest(parts, { space, row, actor }, async (current, merged) => {
          // Conflicts come first: what links would break is known only once they are answered.
          if (merged.conflicts.length > 0) return;
          let broken: BrokenLinks | undefined;
          const verdict = await checkMerge(context, { row: current, actor, role }, async () => {
            broken = await findBrokenLinks(merged, actor);
            return broken.total;
          });
          if (verdict.mayBypass || verdict.checks.every(({ isMet }) => isMet)) return;
          throw mergeRulesNotMet(verdict.checks, broken?.shown);
        });
        return presentOutcome(request, row, outcome, 'merge');
      },
    });

    app.route({
      method: 'POST',
      url: `${prefix}/update`,
      config: {
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, changeRequestArchived, contentChanged, spaceLocked],
      },
      schema: {
        operationId: 'updateChangeRequest',
        tags,
        summary: 'Update a change request from its space',
        description:
          'Merges the current content of the space into the change request. If there are conflicts, nothing changes: both versions are listed, and the update can be repeated once they are resolved.',
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

    app.route({
      method: 'GET',
      url: `${prefix}/conflicts`,
      config: { access: 'space:read', errors: [changeRequestNotFound] },
      schema: {
        operationId: 'listChangeRequestConflicts',
        tags,
        summary: 'List the conflicts of a change request',
        description:
          'Lists the conflicts that the last merge or update could not resolve, with the answers so far.',
        params: ChangeRequestParams,
        response: { 200: listOf(refTo(ConflictSchema)) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const rows = await listConflicts(db, keyOf(row));
        return { count: rows.length, items: await presentConflicts(request, row, rows) };
      },
    });

    app.route({
      method: 'PUT',
      url: `${prefix}/conflicts/:conflictId/answer`,
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [changeRequestNotFound, conflictNotFound] },
      schema: {
        operationId: 'answerChangeRequestConflict',
        tags,
        summary: 'Answer a conflict',
        description:
          'Chooses one side, both sides, or another text. The answer is used by the next merge or update, and stays valid while the same texts conflict.',
        params: ConflictParams,
        body: AnswerBody,
        response: { 200: refTo(ConflictSchema) },
      },
      handler: (request) =>
        answerConflict(request, (conflict) => {
          const { body } = request;
          assertAnswer(conflict, body.choice);
          return body.choice === 'text' ? { choice: body.choice, text: body.text } : { choice: body.choice };
        }),
    });

    app.route({
      method: 'DELETE',
      url: `${prefix}/conflicts/:conflictId/answer`,
      config: { access: 'space:edit', audit: NOT_AUDITED, errors: [changeRequestNotFound, conflictNotFound] },
      schema: {
        operationId: 'deleteChangeRequestConflictAnswer',
        tags,
        summary: 'Withdraw the answer to a conflict',
        params: ConflictParams,
        response: { 200: refTo(ConflictSchema) },
      },
      handler: (request) => answerConflict(request, () => null),
    });

    app.route({
      method: 'GET',
      url: `${prefix}/checks`,
      config: { access: 'space:read', errors: [changeRequestNotFound, readQuotaExceeded] },
      schema: {
        operationId: 'listChangeRequestChecks',
        tags,
        summary: 'List the checks of a change request',
        description: 'Checks every merge rule, and looks for conflicts, before anyone merges.',
        params: ChangeRequestParams,
        response: { 200: ChecksSchema },
      },
      handler: async (request) => {
        const { actor, role } = grantedTo(request);
        const space = grantedSpace(request);
        const row = await getNamed(request);
        return readQuota.measure(request, () => readChecks({ space, row, actor, role }));
      },
    });
  };

function assertAnswer(conflict: Conflict, choice: 'ours' | 'theirs' | 'both' | 'text'): void {
  if (choice === 'both' && !(conflict.kind === 'document' && conflict.canKeepBoth))
    throw invalidField('choice', 'cannot be “both”: only one of the two can be kept');
  const isText =
    conflict.kind === 'document' || (conflict.kind === 'page-field' && typeof conflict.ours === 'string');
  if (choice === 'text' && !isText)
    throw invalidField('choice', 'cannot be “text” for this conflict. Choose a side');
}
