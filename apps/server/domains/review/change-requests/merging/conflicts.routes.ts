import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Conflict, ConflictAnswer, Sides } from '@lectern/content/merge/conflicts';
import { isSlug, toSlug } from '@lectern/content/tree/slug';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { viewRevision } from '../../../../content/revisions/revision-view.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../../platform/access/authorize.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import { readQuotaExceeded } from '../../../../platform/access/read-quota.ts';
import { defineError, invalidField } from '../../../../platform/http/errors.ts';
import { listOf, refTo } from '../../../../platform/http/schemas.ts';
import { changesRefused, pageTooLarge } from '../../../content/editing/editing-errors.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import { readIfMatch } from '../../../content/editing/if-match.ts';
import type { ContentReads } from '../../../content/revisions/content-reads.ts';
import { tooBusyToRender } from '../../../content/revisions/document-reads.ts';
import { findAuthorsFor } from '../../../identity/users/authors-for.ts';
import { changeRequestMerged, changeRequestNotFound } from '../change-request-errors.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { ChangeRequestParams } from '../change-requests.schemas.ts';
import { keyOf } from '../change-requests.service.ts';
import { createGetNamed } from '../named-change-request.ts';
import { conflictAnswered, settleAnswer } from './answer-conflict.ts';
import { readConflictBlocks, writeConflictBlocks } from './conflict-blocks.ts';
import { type ConflictText, joinBoth, renderConflictTexts } from './conflict-html.ts';
import { presentConflict } from './conflicts.present.ts';
import {
  AnswerBody,
  AnswerHeaders,
  ConflictParams,
  ConflictSchema,
  ConflictsQuery,
  PreviewQuery,
  PreviewSchema,
} from './conflicts.schemas.ts';
import { findConflicts, type MetConflict } from './merge-with-space.ts';
import type { ConflictingRevisions } from './place-conflict.ts';

const NOT_AUDITED = { none: 'It changes content, not people or access.' } as const;
const tags = ['Change requests'];
const prefix = '/v1/spaces/:spaceId/change-requests/:changeRequestId';

const conflictNotFound = defineError(
  { status: 404, reason: 'conflict-not-found' },
  'This conflict no longer exists. One of its versions may have changed; list the conflicts again.',
);

/** The reason why blocks cannot be written. */
const unwritable = [changesRefused, pageTooLarge];

const openSides = async (
  store: ContentStore,
  space: SpacePointer,
  row: ChangeRequestRow,
): Promise<ConflictingRevisions> => ({
  ours: await store.open(space, row.revision_id),
  theirs: await store.open(space, space.revisionId),
});

/** `reads`: renders the texts, if HTML is requested. */
export async function presentConflicts(
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
  const revisions = await openSides(store, space, row);
  const snapshots = [revisions.ours.snapshot, revisions.theirs.snapshot];
  const htmls = reads ? await renderSides({ context, store, reads }, revisions, met) : [];
  const { fileUrl } = await viewRevision(context, store, revisions.ours, NO_FLAGS, []);
  return met.map((one, at) =>
    presentConflict(one, { snapshots, authors, fileUrl, html: htmls[at] }, context.config.baseUrl),
  );
}

const NO_FLAGS = { hasGit: false, isComputed: false };
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

/** Routes that list conflicts, preview answers to them, and store answers. */
export const conflictRoutes =
  (parts: EditingParts, reads: ContentReads): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(readRoutes(parts, reads));
    await app.register(answerRoutes(parts));
  };

/** Finds the conflict that a request names. */
function createFindNamedConflict(parts: EditingParts) {
  const getNamed = createGetNamed(parts.context);
  return async (request: FastifyRequest) => {
    const row = await getNamed(request);
    if (row.status === 'merged') throw changeRequestMerged();
    const { conflictId } = request.params as { conflictId: string };
    const met = await findConflicts(parts, { space: grantedSpace(request), row });
    const found = met.find(({ conflict }) => conflict.id === conflictId);
    if (!found) throw conflictNotFound();
    return { row, found };
  };
}

const readRoutes =
  (parts: EditingParts, reads: ContentReads): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context, store } = parts;
    const { readQuota } = context;
    const getNamed = createGetNamed(context);
    const findNamedConflict = createFindNamedConflict(parts);

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
      method: 'POST',
      url: `${prefix}/conflicts/:conflictId/preview`,
      config: {
        hasLargeBody: true,
        access: 'space:read',
        audit: { none: 'It changes nothing.' },
        inMaintenance: 'reads',
        errors: [
          changeRequestNotFound,
          changeRequestMerged,
          conflictNotFound,
          readQuotaExceeded,
          tooBusyToRender,
          ...unwritable,
        ],
      },
      schema: {
        operationId: 'previewChangeRequestConflictAnswer',
        tags,
        summary: 'Preview an answer to a conflict',
        description: 'Shows what would take the place of the conflicting texts. Nothing is stored.',
        params: ConflictParams,
        querystring: PreviewQuery,
        body: AnswerBody,
        response: { 200: PreviewSchema },
      },
      handler: async (request) => {
        const space = grantedSpace(request);
        return readQuota.measure(request, async () => {
          const { row, found } = await findNamedConflict(request);
          const { conflict } = found;
          const text = resultOf(
            conflict,
            await readAnswer(parts, request, { row, found, body: request.body }),
          );
          if (text === undefined) return {};
          const revisions = await openSides(store, space, row);
          const chosen = { conflict, text };
          const [html] = await renderConflictTexts({ context, store, reads }, revisions, [chosen]);
          const nodes = request.query.nodes
            ? await readConflictBlocks({ context, store, reads }, revisions, chosen)
            : undefined;
          return { text, ...(html === undefined ? {} : { html }), ...(nodes ? { nodes } : {}) };
        });
      },
    });
  };

const answerRoutes =
  (parts: EditingParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { context } = parts;
    const findNamedConflict = createFindNamedConflict(parts);

    /** `body`: undefined withdraws the answer. */
    async function answerConflict(request: FastifyRequest, body: AnswerChoice | undefined) {
      const { row, found } = await findNamedConflict(request);
      const answer = await settleAnswer(context, keyOf(row), {
        conflictId: found.conflict.id,
        answer: body && (await readAnswer(parts, request, { row, found, body })),
        knownVersion: readIfMatch(request),
        authorId: authorIdOf(grantedTo(request).actor),
      });
      const [shown] = await presentConflicts(parts, request, { row, met: [{ ...found, answer }] });
      return shown as NonNullable<typeof shown>;
    }

    app.route({
      method: 'PUT',
      url: `${prefix}/conflicts/:conflictId/answer`,
      config: {
        hasLargeBody: true,
        access: 'space:edit',
        audit: NOT_AUDITED,
        errors: [
          changeRequestNotFound,
          changeRequestMerged,
          conflictNotFound,
          conflictAnswered,
          ...unwritable,
        ],
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
      handler: (request) => answerConflict(request, request.body),
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
      handler: (request) => answerConflict(request, undefined),
    });
  };

type AnswerChoice = Static<typeof AnswerBody>;

/** The answer as stored, with blocks written as text. */
async function readAnswer(
  { context, store }: EditingParts,
  request: FastifyRequest,
  { row, found: { conflict }, body }: { row: ChangeRequestRow; found: MetConflict; body: AnswerChoice },
): Promise<ConflictAnswer> {
  if (body.choice !== 'text') {
    assertAnswer(conflict, body);
    return { choice: body.choice };
  }
  const { choice, text, nodes } = body;
  const answer: ConflictAnswer = {
    choice,
    text: nodes
      ? await writeConflictBlocks(
          { context, store },
          await openSides(store, grantedSpace(request), row),
          { conflict, text },
          nodes,
        )
      : text,
  };
  assertAnswer(conflict, answer);
  return answer;
}

/** The text that an answer chooses; undefined if the conflict is not about texts. */
function resultOf(conflict: Conflict, answer: ConflictAnswer): string | undefined {
  if (answer.choice === 'text') return answer.text;
  if (conflict.kind !== 'document') return undefined;
  return answer.choice === 'both' ? joinBoth(conflict) : conflict[answer.choice];
}

function assertAnswer(conflict: Conflict, answer: ConflictAnswer): void {
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

/** The page fields whose conflicts can be answered with a text. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['title', 'linkTitle', 'slug']);
const MAX_FIELD_LENGTH = 250;
