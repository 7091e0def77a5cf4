import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Conflict, ConflictAnswer, Sides } from '@lectern/content/merge/conflicts';
import { isSlug, toSlug } from '@lectern/content/tree/slug';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { revisionNotFound } from '../../../../content/revisions/content-errors.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../../platform/access/authorize.ts';
import { readQuotaExceeded } from '../../../../platform/access/read-quota.ts';
import { defineError, invalidField } from '../../../../platform/http/errors.ts';
import { listOf, refTo } from '../../../../platform/http/schemas.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import { readIfMatch } from '../../../content/editing/if-match.ts';
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
import { conflictAnswered, settleAnswer } from './answer-conflict.ts';
import { ChecksSchema } from './checks.schemas.ts';
import {
  type ConflictingRevisions,
  type ConflictText,
  joinBoth,
  renderConflictTexts,
} from './conflict-html.ts';
import { presentConflict } from './conflicts.present.ts';
import {
  AnswerBody,
  AnswerHeaders,
  ConflictParams,
  ConflictSchema,
  ConflictsQuery,
  PreviewSchema,
} from './conflicts.schemas.ts';
import { createMergeByRules } from './merge-by-rules.ts';
import { type MergeOutcome, updateFromSpace } from './merge-change-request.ts';
import { findConflicts, type MetConflict } from './merge-with-space.ts';
import { createReadChecks } from './read-checks.ts';

const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const tags = ['Change requests'];

const conflictNotFound = defineError(
  { status: 404, reason: 'conflict-not-found' },
  'This conflict no longer exists. One of its versions may have changed; list the conflicts again.',
);

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

/** `reads`: what renders the texts, if they are wanted as HTML. */
async function presentConflicts(
  parts: EditingParts,
  request: FastifyRequest,
  {
    row,
    met,
    reads,
  }: { row: ChangeRequestRow; met: readonly MetConflict[]; reads?: ContentReads | undefined },
) {
  const { context, store } = parts;
  const space = grantedSpace(request);
  const answeredBy = met.map(({ answer }) => answer?.answered_by ?? null);
  const authors = await findAuthorsFor(context, grantedTo(request), answeredBy);
  const revisions = {
    ours: await store.open(space, row.revision_id),
    theirs: await store.open(space, row.space_revision_id),
  };
  const snapshots = [revisions.ours.snapshot, revisions.theirs.snapshot];
  const htmls = reads ? await renderSides({ context, store, reads }, revisions, met) : [];
  return met.map((one, at) =>
    presentConflict(one, { snapshots, authors, html: htmls[at] }, context.config.baseUrl),
  );
}

const SIDES = ['base', 'ours', 'theirs'] as const;

async function renderSides(
  parts: Parameters<typeof renderConflictTexts>[0],
  revisions: ConflictingRevisions,
  met: readonly MetConflict[],
): Promise<Partial<Sides<string>>[]> {
  const texts: ConflictText[] = met.flatMap(({ conflict }) =>
    conflict.kind === 'document' ? SIDES.map((side) => ({ conflict, text: conflict[side] })) : [],
  );
  const htmls = await renderConflictTexts(parts, revisions, texts);
  let next = 0;
  return met.map(({ conflict }) => {
    const html: Partial<Sides<string>> = {};
    if (conflict.kind === 'document')
      for (const side of SIDES) {
        const shown = htmls[next++];
        if (shown !== undefined) html[side] = shown;
      }
    return html;
  });
}

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

const conflictRoutes =
  (parts: EditingParts, reads: ContentReads): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, store } = parts;
    const { readQuota } = context;
    const getNamed = createGetNamed(context);

    async function findNamedConflict(request: FastifyRequest) {
      const row = await getNamed(request);
      if (row.status === 'merged') throw changeRequestMerged();
      const { conflictId } = request.params as { conflictId: string };
      const met = await findConflicts(parts, { space: grantedSpace(request), row });
      const found = met.find(({ conflict }) => conflict.id === conflictId);
      if (!found) throw conflictNotFound();
      return { row, found };
    }

    /** `chooseAnswer`: undefined withdraws the answer. */
    async function answerConflict(
      request: FastifyRequest,
      chooseAnswer: (conflict: Conflict) => ConflictAnswer | undefined,
    ) {
      const { row, found } = await findNamedConflict(request);
      const answer = await settleAnswer(context, keyOf(row), {
        conflictId: found.conflict.id,
        answer: chooseAnswer(found.conflict),
        knownVersion: readIfMatch(request),
        authorId: authorIdOf(grantedTo(request).actor),
      });
      const [shown] = await presentConflicts(parts, request, { row, met: [{ ...found, answer }] });
      return shown as NonNullable<typeof shown>;
    }

    app.route({
      method: 'GET',
      url: `${prefix}/conflicts`,
      config: { access: 'space:read', errors: [changeRequestNotFound, readQuotaExceeded] },
      schema: {
        operationId: 'listChangeRequestConflicts',
        tags,
        summary: 'List the conflicts of a change request',
        description:
          'Lists every conflict with the current content of the space, with its answer if it has one.',
        params: ChangeRequestParams,
        querystring: ConflictsQuery,
        response: { 200: listOf(refTo(ConflictSchema)) },
      },
      handler: async (request) => {
        const row = await getNamed(request);
        const subject = { space: grantedSpace(request), row };
        return readQuota.measure(request, async () => {
          const met = await findConflicts(parts, subject);
          const shown = { row, met, reads: request.query.html ? reads : undefined };
          return { count: met.length, items: await presentConflicts(parts, request, shown) };
        });
      },
    });

    app.route({
      method: 'PUT',
      url: `${prefix}/conflicts/:conflictId/answer`,
      config: {
        hasLargeBody: true,
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, changeRequestMerged, conflictNotFound, conflictAnswered],
      },
      schema: {
        operationId: 'answerChangeRequestConflict',
        tags,
        summary: 'Answer a conflict',
        description:
          'Chooses one side, both sides, or another text. The next merge or update uses the answer, which stays valid while the same texts conflict.',
        params: ConflictParams,
        headers: AnswerHeaders,
        body: AnswerBody,
        response: { 200: refTo(ConflictSchema) },
      },
      handler: (request) =>
        answerConflict(request, (conflict) => {
          const { body } = request;
          assertAnswer(conflict, body);
          return toAnswer(body);
        }),
    });

    app.route({
      method: 'POST',
      url: `${prefix}/conflicts/:conflictId/preview`,
      config: {
        hasLargeBody: true,
        access: 'space:read',
        audit: { none: 'It changes nothing.' },
        errors: [changeRequestNotFound, changeRequestMerged, conflictNotFound, readQuotaExceeded],
      },
      schema: {
        operationId: 'previewChangeRequestConflictAnswer',
        tags,
        summary: 'Preview an answer to a conflict',
        description: 'Shows what would take the place of the conflicting texts. Nothing is stored.',
        params: ConflictParams,
        body: AnswerBody,
        response: { 200: PreviewSchema },
      },
      handler: async (request) => {
        const space = grantedSpace(request);
        return readQuota.measure(request, async () => {
          const { row, found } = await findNamedConflict(request);
          const { conflict } = found;
          assertAnswer(conflict, request.body);
          const text = resultOf(conflict, toAnswer(request.body));
          if (text === undefined) return {};
          const revisions = {
            ours: await store.open(space, row.revision_id),
            theirs: await store.open(space, row.space_revision_id),
          };
          const [html] = await renderConflictTexts({ context, store, reads }, revisions, [
            { conflict, text },
          ]);
          return { text, ...(html === undefined ? {} : { html }) };
        });
      },
    });

    app.route({
      method: 'DELETE',
      url: `${prefix}/conflicts/:conflictId/answer`,
      config: {
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [changeRequestNotFound, changeRequestMerged, conflictNotFound, conflictAnswered],
      },
      schema: {
        operationId: 'deleteChangeRequestConflictAnswer',
        tags,
        summary: 'Withdraw the answer to a conflict',
        params: ConflictParams,
        headers: AnswerHeaders,
        response: { 200: refTo(ConflictSchema) },
      },
      handler: (request) => answerConflict(request, () => undefined),
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

type AnswerChoice = Static<typeof AnswerBody>;

const toAnswer = (body: AnswerChoice): ConflictAnswer =>
  body.choice === 'text' ? { choice: body.choice, text: body.text } : { choice: body.choice };

/** The text that an answer chooses; undefined if the conflict is not one of texts. */
function resultOf(conflict: Conflict, answer: ConflictAnswer): string | undefined {
  if (answer.choice === 'text') return answer.text;
  if (conflict.kind !== 'document') return undefined;
  return answer.choice === 'both' ? joinBoth(conflict) : conflict[answer.choice];
}

function assertAnswer(conflict: Conflict, answer: AnswerChoice): void {
  if (answer.choice === 'both' && !(conflict.kind === 'document' && conflict.canKeepBoth))
    throw invalidField('choice', 'cannot be “both”: only one of the two can be kept');
  if (answer.choice !== 'text' || conflict.kind === 'document') return;
  const isText = conflict.kind === 'page-field' && TEXT_FIELDS.has(conflict.field);
  if (!isText) throw invalidField('choice', 'cannot be “text” for this conflict. Choose a side');
  if (conflict.field === 'slug' && !isSlug(answer.text))
    throw invalidField(
      'text',
      `can hold letters, digits, “-”, “_”, “.” and “~” only, such as “${toSlug(answer.text)}”`,
    );
  if (answer.text.trim() === '' || answer.text.length > MAX_FIELD_LENGTH)
    throw invalidField('text', `must have between 1 and ${MAX_FIELD_LENGTH} characters`);
}

/** The fields of a page that can be answered with a text. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['title', 'linkTitle', 'slug']);
const MAX_FIELD_LENGTH = 250;
