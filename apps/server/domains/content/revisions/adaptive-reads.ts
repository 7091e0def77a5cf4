import type { DocumentFacts } from '@lectern/content/facts/document-facts';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import { type Hash, hashOf } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { Outcome, Outcomes } from '@lectern/markdown/evaluate-document';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { Audience } from '../../../content/revisions/audience.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import {
  type Condition,
  textOfValue,
  type Variables,
} from '../../../content/revisions/evaluate-conditions.ts';
import { evaluateAll } from '../../../content/revisions/truths.ts';
import {
  type ContentUses,
  collectContentUses,
  findVisibleContent,
} from '../../../content/revisions/visible-content.ts';
import {
  collectPageConditions,
  judgePages,
  type PageConditions,
} from '../../../content/revisions/visible-pages.ts';
import type { VisibleRevision } from '../../../content/revisions/visible-revision.ts';
import { MAX_DEPTH } from './dereference.ts';

/** `deterministic-only`: expressions that depend on the time are not evaluated. */
export type Evaluated = 'false' | 'true' | 'deterministic-only';

/** The conditions and variables on which a response depends for every audience, collected once for each question. */
export interface Needs {
  spaceVariables: Variables;
  conditions: readonly Condition[];
  /** Expressions in text. */
  shown: readonly Condition[];
  /** For visitors: the conditions of the pages, and the uses of content if the response shows it without a page. */
  pages?: PageConditions;
  uses?: ContentUses;
}

/** The parts of a revision that a visitor asks for, beside its pages. */
export interface Asked {
  document?: EvaluatedDocument | undefined;
  /** Whether the visitor asks for files or reusable contents without a page. */
  hasContent: boolean;
}

/** The results of the conditions and expressions of a response for an audience. */
export interface Evaluation {
  /** Equal for audiences that get the same response. */
  key: string;
  /** Whether the response depends on the time. */
  isTimed: boolean;
  /** Whether the response is hardly ever valid again, so that it is not kept in memory. */
  isFleeting: boolean;
  outcomes: Outcomes;
  /** Returns the part of the revision that the audience sees; undefined if it sees everything. */
  see(snapshot: Snapshot): VisibleRevision | undefined;
}

/** The maximum number of expressions in a document and its included contents; further ones count as missing. */
const MAX_EXPRESSIONS = 1000;

export interface EvaluatedDocument {
  hash: Hash | undefined;
  path: string | undefined;
  /** Whether the response contains the reusable contents that it includes. */
  isDereferenced: boolean;
  /** The page whose variables are used; undefined for a reusable content without a page. */
  page?: { document?: Hash | undefined } | undefined;
}

/** Collects the conditions and expressions of documents, and evaluates them for audiences. */
export function createAdaptiveReads(store: Pick<ContentStore, 'facts' | 'conditions'>) {
  async function listNeeds(open: OpenRevision, document: EvaluatedDocument): Promise<Needs> {
    const { hash, page } = document;
    const hashes = new Set<Hash>(hash === undefined ? [] : [hash]);
    if (document.isDereferenced && hash !== undefined) await addIncluded(open, document, hashes);
    const factsOf = await loadFacts(open, page?.document === undefined ? hashes : [...hashes, page.document]);
    const { variables } = readPageSettings((page?.document && factsOf(page.document)) || {});
    const conditions = new Set<string>();
    const shown = new Set<string>();
    for (const one of hashes) {
      const { adaptive } = factsOf(one) ?? {};
      for (const expression of adaptive?.conditions ?? [])
        if (conditions.size < MAX_EXPRESSIONS) conditions.add(expression);
      for (const expression of adaptive?.shown ?? []) if (shown.size < MAX_EXPRESSIONS) shown.add(expression);
    }
    const toCondition = (expression: string): Condition => ({ expression, variables });
    return {
      spaceVariables: open.snapshot.settings.variables,
      conditions: [...conditions].map(toCondition),
      shown: [...shown].map(toCondition),
    };
  }

  /** Lists the needs of a response to a visitor. */
  async function listVisitorNeeds(open: OpenRevision, { document, hasContent }: Asked): Promise<Needs> {
    const needs = document
      ? await listNeeds(open, document)
      : { spaceVariables: open.snapshot.settings.variables, conditions: [], shown: [] };
    const pages = await collectPageConditions(store, open);
    return { ...needs, pages, ...(hasContent ? { uses: await collectContentUses(store, open) } : {}) };
  }

  const loadFacts = (
    { space }: OpenRevision,
    hashes: Iterable<Hash>,
  ): Promise<(hash: Hash) => DocumentFacts | undefined> =>
    store.facts.load(space.organizationId, 'facts', hashes);

  /** Adds the reusable contents that a document includes, and those that they include. */
  async function addIncluded(
    { space, snapshot }: OpenRevision,
    { hash, path }: EvaluatedDocument,
    hashes: Set<Hash>,
  ): Promise<void> {
    const places = new Map<Hash, (string | undefined)[]>([[hash as Hash, [path]]]);
    let wanted = [...hashes];
    for (let depth = 0; depth < MAX_DEPTH && wanted.length > 0; depth += 1) {
      const referencesOf = await store.facts.load(space.organizationId, 'references', wanted);
      const next: Hash[] = [];
      for (const one of wanted) {
        const includes = referencesOf(one)?.references.filter(({ kind }) => kind === 'include') ?? [];
        for (const from of places.get(one) ?? [])
          for (const { raw } of includes) {
            const target = resolveTarget(snapshot, from, raw);
            const content =
              target?.kind === 'reusable-content' ? snapshot.findReusable(target.reusableContent) : undefined;
            if (!content) continue;
            const known = places.get(content.document) ?? [];
            if (known.includes(content.git?.path)) continue;
            places.set(content.document, [...known, content.git?.path]);
            hashes.add(content.document);
            next.push(content.document);
          }
      }
      wanted = next;
    }
  }

  function evaluate(needs: Needs, audience: Audience, evaluated: Evaluated): Evaluation {
    const scope = { audience, spaceVariables: needs.spaceVariables };
    const truths = evaluateAll(store.conditions, needs.conditions, scope);
    const keepsTimed = evaluated === 'deterministic-only';
    const outcomes = new Map<string, Outcome>();
    let isTimed = truths.isTimed && (audience.isVisitor || !keepsTimed);
    let isFleeting = false;
    for (const [index, condition] of needs.conditions.entries())
      outcomes.set(condition.expression, {
        holds: truths.holds[index] ?? false,
        text: '',
        // Content that a visitor must not see yet is not sent to programs that would evaluate it later.
        ...(keepsTimed && !audience.isVisitor && store.conditions.isTimed(condition)
          ? { stays: 'everywhere' as const }
          : {}),
      });
    const texts: string[] = [];
    for (const condition of needs.shown) {
      const { value, isTimed: isTimedHere } = store.conditions.evaluate(condition, scope);
      const known = outcomes.get(condition.expression) ?? { holds: false, text: '' };
      // Neither are the values that an expression chooses between.
      if (isTimedHere && keepsTimed && !(audience.isVisitor && store.conditions.isChoice(condition))) {
        outcomes.set(condition.expression, { ...known, stays: known.stays ?? 'in-text' });
        continue;
      }
      const text = textOfValue(value);
      texts.push(text);
      outcomes.set(condition.expression, { ...known, text });
      if (isTimedHere) isTimed = true;
      if (isTimedHere && typeof value === 'number') isFleeting = true;
    }
    const ofPages = needs.pages && judgePages(store.conditions, needs.pages, scope);
    const ofUses = needs.uses && evaluateAll(store.conditions, needs.uses.conditions, scope);
    if (ofPages?.truths.isTimed || ofUses?.isTimed) isTimed = true;
    const names = [truths.key, texts.length > 0 ? hashOf(JSON.stringify(texts)) : ''];
    if (ofPages) names.push(ofPages.truths.key, ofUses?.key ?? '');
    return {
      key: names.join('/'),
      isTimed,
      isFleeting,
      outcomes,
      see(snapshot) {
        if (!ofPages) return undefined;
        const pages = ofPages.see(snapshot);
        if (!needs.uses || !ofUses) return { pages };
        return { pages, content: findVisibleContent(snapshot, needs.uses, pages, ofUses) };
      },
    };
  }

  return { listNeeds, listVisitorNeeds, evaluate };
}

/** The needs with other variables of the space. The lists are new, because results are cached by them. */
export function withVariables({ pages, uses, ...needs }: Needs, spaceVariables: Variables): Needs {
  return {
    ...needs,
    spaceVariables,
    ...(pages ? { pages: { ...pages, conditions: [...pages.conditions] } } : {}),
    ...(uses ? { uses: { ...uses, conditions: [...uses.conditions] } } : {}),
  };
}

/** Whether the response is the same for everybody. */
export const isPlain = ({ conditions, shown, pages }: Needs): boolean =>
  conditions.length === 0 && shown.length === 0 && pages === undefined;
