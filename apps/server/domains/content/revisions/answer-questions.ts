import type { Outcomes } from '@lectern/markdown/evaluate-document';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Audience, memberAt } from '../../../content/revisions/audience.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { grantedSite, grantedSpace } from '../../../platform/access/authorize.ts';
import type { SitePointer, SpacePointer } from '../../../platform/access/pointers.ts';
import type { RepeatedReads } from '../../../platform/access/repeated-reads.ts';
import type { Visitor } from '../../../platform/access/visitor.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { createMakeOnce, toReadyResponse } from '../../../platform/http/make-once.ts';
import { sendReady } from '../../../platform/http/ready-response.ts';
import type { ReadComputedTree } from '../../specs/pages/computed-tree.ts';
import {
  createAdaptiveReads,
  type Evaluated,
  type EvaluatedDocument,
  isPlain,
  type Needs,
  withVariables,
} from './adaptive-reads.ts';
import { limitToCurrent, type SeenAlone } from './limit-to-current.ts';

/** A question about a revision. */
export interface Question {
  /** Identifies the question by everything on which the response depends, except the revision and the reader. */
  name: string;
  make(open: OpenRevision, outcomes: Outcomes | undefined): Promise<object>;
  /** The revision; by default that of the URL. */
  revisionId?: string;
  /** The document that it is about, and whether it is to be evaluated. */
  document?: (open: OpenRevision) => EvaluatedDocument;
  evaluated?: Evaluated | undefined;
  /** Whether it asks for files or reusable contents by themselves. */
  hasContent?: boolean;
  /** Whether it shows computed pages, which change with their specs. */
  isComputed?: boolean;
}

export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  question: Question,
) => void | Promise<void>;

interface Timing {
  /** Whether another answer may be right at another time. */
  isTimed: boolean;
  /** Whether the answer is hardly ever right again. */
  isFleeting: boolean;
}

interface Answered {
  key: string;
  timing: Timing;
  make: () => Promise<object>;
  /** Whether the same request, decided in the same way, has this answer again. */
  canRepeat: boolean;
}

interface AnswerParts {
  store: ContentStore;
  repeatedReads: RepeatedReads;
  /** The claims of a visitor as their site knows them. */
  claimsOf(request: FastifyRequest): object;
  findReadable: FindReadable;
  readComputed: ReadComputedTree;
}

/**
 * Why a visitor may read a revision that is not the current one of its space: their preview is of it, or it was current
 * on their site until a moment ago. Undefined if they may not.
 */
export type FindReadable = (
  visitor: Visitor,
  revision: { space: SpacePointer; site: SitePointer; revisionId: string },
) => Promise<'previewed' | 'recent' | undefined>;

/** Conditions and expressions of answers that are kept, of about 200 bytes each. */
const MAX_KNOWN_NEEDS = 200_000;

const ALWAYS: Timing = { isTimed: false, isFleeting: false };

/**
 * Answers questions about revisions. Revisions never change, so that an answer is made once and then sent from memory.
 * An answer that is evaluated depends on its reader only through what its conditions and expressions come to: that is
 * part of its name, and readers for whom it is the same share it.
 */
export function createAnswers(
  { readQuota, clock }: Pick<Context, 'readQuota' | 'clock'>,
  { store, repeatedReads, claimsOf, findReadable, readComputed }: AnswerParts,
): Answer {
  const adaptive = createAdaptiveReads(store);
  const makeOnce = createMakeOnce(store.answers);
  /** Revisions without computed entries, whose answers never change. */
  const withoutComputed = new LRUCache<string, true>(limitEntries(20_000));
  const knownNeeds = new LRUCache<string, Needs>({
    maxSize: MAX_KNOWN_NEEDS,
    sizeCalculation: ({ conditions, shown }) => 1 + conditions.length + shown.length,
  });

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, timing, make, canRepeat }: Answered,
  ): void | Promise<void> {
    const ready = store.answers.get(key);
    if (ready) {
      if (canRepeat && !timing.isTimed) repeatedReads.remember(request, () => store.answers.get(key));
      return sendReady(request, reply, ready);
    }
    const made = timing.isFleeting
      ? readQuota.measure(request, make).then(toReadyResponse)
      : makeOnce(key, (making) => readQuota.measure(request, making), make);
    return made.then((response) => sendReady(request, reply, response));
  }

  const readerOf = (request: FastifyRequest): Audience =>
    findVisitor(request) ? { claims: claimsOf(request), isVisitor: true, now: clock() } : memberAt(clock());

  return function answer(request, reply, question) {
    const space = grantedSpace(request);
    const visitor = findVisitor(request);
    const { revisionId = revisionIdOf(request) } = question;
    if (!visitor || revisionId === space.revisionId)
      return answerInTime(request, reply, { ...question, revisionId });
    return findReadable(visitor, { space, site: grantedSite(request), revisionId }).then((why) => {
      if (why === undefined) throw revisionNotFound();
      const answerThere = why === 'recent' ? answerRecent : answerInTime;
      return answerThere(request, reply, { ...question, revisionId });
    });
  };

  /** Answers about a revision that was current until a moment ago, as visitors may see it now. Not kept in memory. */
  async function answerRecent(
    request: FastifyRequest,
    reply: FastifyReply,
    { make, revisionId, evaluated = 'false', ...asked }: Question & { revisionId: string },
  ): Promise<void> {
    const space = grantedSpace(request);
    const audience = readerOf(request);
    const answerOf = async (): Promise<object> => {
      const open = await store.open(space, revisionId);
      const current = await store.open(space, space.revisionId);
      const { variables } = current.snapshot.settings;
      async function seeAlone(one: OpenRevision, document?: EvaluatedDocument) {
        const needs = await adaptive.listVisitorNeeds(one, { document, hasContent: true });
        const { see, outcomes } = adaptive.evaluate(withVariables(needs, variables), audience, evaluated);
        const seen = { open: one, sight: see(one.snapshot), uses: needs.uses } as SeenAlone;
        return { seen, outcomes };
      }
      const { seen: earlier, outcomes } = await seeAlone(open, asked.document?.(open));
      const { seen } = await seeAlone(current);
      const sight = await limitToCurrent(store, { earlier, current: seen });
      return make({ ...open, sight }, outcomes);
    };
    const response = toReadyResponse(await readQuota.measure(request, answerOf));
    await sendReady(request, reply, response);
  }

  /** Computed pages follow their specs: what they are made of is part of the name of an answer that shows them. */
  function answerInTime(
    request: FastifyRequest,
    reply: FastifyReply,
    question: Question & { revisionId: string },
  ): void | Promise<void> {
    const space = grantedSpace(request);
    const { revisionId } = question;
    const key = `${space.spaceId}/${revisionId}`;
    if (!question.isComputed || withoutComputed.has(key)) return answerAt(request, reply, question);
    return store.open(space, revisionId).then(async (open) => {
      const { key: computedKey } = await readComputed(open);
      if (computedKey === '') withoutComputed.set(key, true);
      return answerAt(request, reply, question, computedKey);
    });
  }

  function answerAt(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, make, revisionId, evaluated = 'false', ...asked }: Question & { revisionId: string },
    computedKey = '',
  ): void | Promise<void> {
    const space = grantedSpace(request);
    const visitor = findVisitor(request);
    const key = `${space.spaceId}/${revisionId}/${space.fileEpoch}/${name}${computedKey}`;
    // The revision of a change request, and a visitor's access to other revisions, must be checked each time.
    const canRepeat =
      computedKey === '' &&
      request.contentRevisionId === undefined &&
      (!visitor || revisionId === space.revisionId);
    const sendPlain = () =>
      send(request, reply, {
        key,
        timing: ALWAYS,
        canRepeat,
        make: () => store.open(space, revisionId).then((open) => make(open, undefined)),
      });
    if (!visitor && evaluated === 'false') return sendPlain();

    const sendEvaluated = (needs: Needs): void | Promise<void> => {
      if (isPlain(needs)) return sendPlain();
      const { outcomes, see, ...evaluation } = adaptive.evaluate(needs, readerOf(request), evaluated);
      return send(request, reply, {
        key: `${key}/${visitor ? 'visitor' : ''}/${evaluated}/${evaluation.key}`,
        timing: evaluation,
        canRepeat,
        make: async () => {
          const open = await store.open(space, revisionId);
          return make({ ...open, sight: see(open.snapshot) }, outcomes);
        },
      });
    };
    const needsKey = visitor ? `${key}/visitor` : key;
    const known = knownNeeds.get(needsKey);
    if (known) return sendEvaluated(known);
    const collect = async (): Promise<Needs> => {
      const open = await store.open(space, revisionId);
      const document = asked.document?.(open);
      if (visitor)
        return adaptive.listVisitorNeeds(open, { document, hasContent: asked.hasContent ?? false });
      return adaptive.listNeeds(open, document ?? NO_DOCUMENT);
    };
    return readQuota.measure(request, collect).then((needs) => {
      knownNeeds.set(needsKey, needs);
      return sendEvaluated(needs);
    });
  }
}

const NO_DOCUMENT: EvaluatedDocument = { hash: undefined, path: undefined, isDereferenced: false };

/** The revision in the URL, else the current one of the space. */
export const revisionIdOf = (request: FastifyRequest): string =>
  request.contentRevisionId ??
  (request.params as { revisionId?: string }).revisionId ??
  grantedSpace(request).revisionId;
