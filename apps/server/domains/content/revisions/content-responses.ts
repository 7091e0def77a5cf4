import type { Outcomes } from '@lectern/markdown/evaluate-document';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Audience, memberAt } from '../../../content/revisions/audience.ts';
import { revisionNotFound } from '../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { grantedSite, grantedSpace } from '../../../platform/access/authorize.ts';
import type { SitePointer, SpacePointer } from '../../../platform/access/pointers.ts';
import type { Visitor } from '../../../platform/access/visitor.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import type { RepeatedReads } from '../../../platform/fast-path/repeated-reads.ts';
import { limitEntries } from '../../../platform/http/entry-limit.ts';
import { type ReadyResponse, sendReady } from '../../../platform/http/ready-response.ts';
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

/** The part of a revision that a request reads. */
export interface ContentLookup {
  /** Names everything on which the response depends, except the revision and the reader. */
  key: string;
  read(open: OpenRevision, outcomes: Outcomes | undefined): Promise<ReadyResponse>;
  /** The revision; by default that of the URL. */
  revisionId?: string;
  /** The document that the response shows, and whether it is evaluated. */
  document?: (open: OpenRevision) => EvaluatedDocument;
  evaluated?: Evaluated | undefined;
  /** Whether the response shows files or reusable contents by themselves. */
  hasContent?: boolean;
  /** Whether it shows computed pages, which change with their specs. */
  isComputed?: boolean;
}

type LookupInRevision = ContentLookup & { revisionId: string };

/** How a response is found in memory, or made. */
interface CachedRead {
  key: string;
  make: () => Promise<ReadyResponse>;
  /** Whether the response depends on the time. */
  isTimed: boolean;
  /** Whether it is hardly ever valid again, so that it is not kept. */
  isFleeting: boolean;
  /** Whether an identical request that is granted in the same way gets this response. */
  canRepeat: boolean;
}

interface ContentResponsesParts {
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

/** Conditions and expressions of responses that are kept, of about 200 bytes each. */
const MAX_KNOWN_NEEDS = 200_000;

const NO_DOCUMENT: EvaluatedDocument = { hash: undefined, path: undefined, isDereferenced: false };

/**
 * Sends what requests read of revisions. Revisions never change, so that a response is made once and then sent from
 * memory. One that is evaluated depends on its reader only through the results of its conditions and expressions: they
 * are part of its key, and readers with the same results share it.
 */
export class ContentResponses {
  readonly #context: Pick<Context, 'readQuota' | 'clock'>;
  readonly #parts: ContentResponsesParts;
  readonly #adaptive: ReturnType<typeof createAdaptiveReads>;
  /** Revisions without computed entries, whose responses never change. */
  readonly #withoutComputed = new LRUCache<string, true>(limitEntries(20_000));
  readonly #knownNeeds = new LRUCache<string, Needs>({
    maxSize: MAX_KNOWN_NEEDS,
    sizeCalculation: ({ conditions, shown }) => 1 + conditions.length + shown.length,
  });

  constructor(context: Pick<Context, 'readQuota' | 'clock'>, parts: ContentResponsesParts) {
    this.#context = context;
    this.#parts = parts;
    this.#adaptive = createAdaptiveReads(parts.store);
  }

  /** Does not wait for anything if the response is in memory. */
  send(request: FastifyRequest, reply: FastifyReply, lookup: ContentLookup): void | Promise<void> {
    const space = grantedSpace(request);
    const visitor = findVisitor(request);
    const { revisionId = revisionIdOf(request) } = lookup;
    const inRevision = { ...lookup, revisionId };
    if (!visitor || revisionId === space.revisionId) return this.#sendComputed(request, reply, inRevision);
    const revision = { space, site: grantedSite(request), revisionId };
    return this.#parts.findReadable(visitor, revision).then((why) => {
      if (why === undefined) throw revisionNotFound();
      return why === 'recent'
        ? this.#sendRecent(request, reply, inRevision)
        : this.#sendComputed(request, reply, inRevision);
    });
  }

  /** Sends a part of a revision that was current until a moment ago, as visitors may see it now. Not kept in memory. */
  async #sendRecent(
    request: FastifyRequest,
    reply: FastifyReply,
    { read, revisionId, evaluated = 'false', document }: LookupInRevision,
  ): Promise<void> {
    const { store } = this.#parts;
    const space = grantedSpace(request);
    const audience = this.#audienceOf(request);
    const make = async (): Promise<ReadyResponse> => {
      const open = await store.open(space, revisionId);
      const current = await store.open(space, space.revisionId);
      const { variables } = current.snapshot.settings;
      const seeAlone = async (one: OpenRevision, shown?: EvaluatedDocument) => {
        const needs = await this.#adaptive.listVisitorNeeds(one, { document: shown, hasContent: true });
        const { see, outcomes } = this.#adaptive.evaluate(
          withVariables(needs, variables),
          audience,
          evaluated,
        );
        const seen = { open: one, sight: see(one.snapshot), uses: needs.uses } as SeenAlone;
        return { seen, outcomes };
      };
      const { seen: earlier, outcomes } = await seeAlone(open, document?.(open));
      const { seen } = await seeAlone(current);
      return read({ ...open, sight: await limitToCurrent(store, { earlier, current: seen }) }, outcomes);
    };
    await sendReady(request, reply, await this.#context.readQuota.measure(request, make));
  }

  /** Computed pages follow their specs: what they are made of is part of the key of a response that shows them. */
  #sendComputed(
    request: FastifyRequest,
    reply: FastifyReply,
    lookup: LookupInRevision,
  ): void | Promise<void> {
    const space = grantedSpace(request);
    const { revisionId } = lookup;
    const key = `${space.spaceId}/${revisionId}`;
    if (!lookup.isComputed || this.#withoutComputed.has(key)) return this.#sendAs(request, reply, lookup);
    return this.#parts.store.open(space, revisionId).then(async (open) => {
      const { key: computedKey } = await this.#parts.readComputed(open);
      if (computedKey === '') this.#withoutComputed.set(key, true);
      return this.#sendAs(request, reply, lookup, computedKey);
    });
  }

  /** Sends the response that is the same for all readers, or that for readers with the same results of expressions. */
  #sendAs(
    request: FastifyRequest,
    reply: FastifyReply,
    lookup: LookupInRevision,
    computedKey = '',
  ): void | Promise<void> {
    const space = grantedSpace(request);
    const visitor = findVisitor(request);
    const { evaluated = 'false', revisionId } = lookup;
    const key = `${space.spaceId}/${revisionId}/${space.fileEpoch}/${lookup.key}${computedKey}`;
    // The revision of a change request, and a visitor's access to other revisions, must be checked each time.
    const canRepeat =
      computedKey === '' &&
      request.contentRevisionId === undefined &&
      (!visitor || revisionId === space.revisionId);
    if (!visitor && evaluated === 'false') return this.#sendPlain(request, reply, lookup, { key, canRepeat });
    const needs = this.#knownNeeds.get(needsKeyOf(key, visitor));
    if (needs) return this.#sendEvaluated(request, reply, lookup, { key, canRepeat, needs });
    return this.#context.readQuota
      .measure(request, () => this.#collectNeeds(request, lookup))
      .then((collected) => {
        this.#knownNeeds.set(needsKeyOf(key, visitor), collected);
        return this.#sendEvaluated(request, reply, lookup, { key, canRepeat, needs: collected });
      });
  }

  async #collectNeeds(request: FastifyRequest, lookup: LookupInRevision): Promise<Needs> {
    const open = await this.#parts.store.open(grantedSpace(request), lookup.revisionId);
    const document = lookup.document?.(open);
    const { hasContent = false } = lookup;
    if (findVisitor(request)) return this.#adaptive.listVisitorNeeds(open, { document, hasContent });
    return this.#adaptive.listNeeds(open, document ?? NO_DOCUMENT);
  }

  #sendPlain(
    request: FastifyRequest,
    reply: FastifyReply,
    { read, revisionId }: LookupInRevision,
    cached: Pick<CachedRead, 'key' | 'canRepeat'>,
  ): void | Promise<void> {
    const space = grantedSpace(request);
    return this.#sendCached(request, reply, {
      ...cached,
      isTimed: false,
      isFleeting: false,
      make: () => this.#parts.store.open(space, revisionId).then((open) => read(open, undefined)),
    });
  }

  #sendEvaluated(
    request: FastifyRequest,
    reply: FastifyReply,
    lookup: LookupInRevision,
    { key, canRepeat, needs }: Pick<CachedRead, 'key' | 'canRepeat'> & { needs: Needs },
  ): void | Promise<void> {
    if (isPlain(needs)) return this.#sendPlain(request, reply, lookup, { key, canRepeat });
    const space = grantedSpace(request);
    const { evaluated = 'false', revisionId, read } = lookup;
    const evaluation = this.#adaptive.evaluate(needs, this.#audienceOf(request), evaluated);
    return this.#sendCached(request, reply, {
      key: `${key}/${findVisitor(request) ? 'visitor' : ''}/${evaluated}/${evaluation.key}`,
      isTimed: evaluation.isTimed,
      isFleeting: evaluation.isFleeting,
      canRepeat,
      make: async () => {
        const open = await this.#parts.store.open(space, revisionId);
        return read({ ...open, sight: evaluation.see(open.snapshot) }, evaluation.outcomes);
      },
    });
  }

  #sendCached(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, make, isTimed, isFleeting, canRepeat }: CachedRead,
  ): void | Promise<void> {
    const { store, repeatedReads } = this.#parts;
    const ready = store.responses.get(key);
    if (ready) {
      if (canRepeat && !isTimed) repeatedReads.remember(request, () => store.responses.get(key));
      return sendReady(request, reply, ready);
    }
    const measured = () => this.#context.readQuota.measure(request, make);
    const made = isFleeting ? measured() : store.responses.make(key, measured);
    return made.then((response) => sendReady(request, reply, response));
  }

  #audienceOf(request: FastifyRequest): Audience {
    const now = this.#context.clock();
    return findVisitor(request)
      ? { claims: this.#parts.claimsOf(request), isVisitor: true, now }
      : memberAt(now);
  }
}

const needsKeyOf = (key: string, visitor: Visitor | undefined): string => (visitor ? `${key}/visitor` : key);

/** The revision in the URL, else the current one of the space. */
export const revisionIdOf = (request: FastifyRequest): string =>
  request.contentRevisionId ??
  (request.params as { revisionId?: string }).revisionId ??
  grantedSpace(request).revisionId;
