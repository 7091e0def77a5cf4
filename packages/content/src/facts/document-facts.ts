import { parseExpression } from '@lectern/expressions/parse-expression';
import { MAX_TITLE_LENGTH } from '@lectern/markdown/limits';
import { findTag, readPageCondition } from '@lectern/markdown/page-condition';
import type { WithFrontMatter } from '@lectern/markdown/page-settings';
import { findShownTitle } from '@lectern/markdown/page-title';
import { parseAgain } from '@lectern/markdown/parse-again';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { type PreparedBlocks, prepareBlocks } from '@lectern/markdown/prepared-blocks';
import { cutText } from '@lectern/std/cut-text';
import { type AdaptiveFacts, readAdaptiveFacts } from './adaptive-facts.ts';
import { type DocumentReferences, readReferences } from './references.ts';
import { readSections, type Section } from './sections.ts';

/** Increase it whenever the result of `inspectSource` changes for some source: stored facts are then recomputed. */
export const FACTS_VERSION = 13;

/** The facts of a document that every response about its page needs. */
export interface DocumentFacts extends WithFrontMatter {
  /** The first heading of level one. */
  title?: string;
  /** The reason why the source cannot be read as a document: it is kept byte for byte and shown as it is. */
  unreadable?: UnreadableReason;
  /** Absent if the document is the same for all readers. */
  adaptive?: AdaptiveFacts;
  /** Whether the source writes updates, for the feeds of sites. */
  hasUpdates?: true;
  /** The parts of specs that all readers see, for the search. */
  specParts?: ShownSpecParts[];
}

/** The parts of an OpenAPI spec that a block shows. */
export interface ShownSpecParts {
  /** The slug of the spec. */
  spec: string;
  /** The names by which references refer to the parts. */
  parts: string[];
  /** The anchor of the block. */
  anchor: string;
}

const MAX_SPEC_PARTS = 200;

const UPDATES = /\{%-?\s*updates?\s/;

/** Reading the source takes more memory or more time than one document may take. */
export type UnreadableReason = 'too-large' | 'too-slow';

/**
 * The stored results computed from a document, each part stored separately. A pure function of the source and the
 * version.
 */
export interface DocumentParts {
  facts: DocumentFacts;
  /** The text that search indexes. */
  sections: Section[];
  /** The references in the document, and the anchors that can be referred to. */
  references: DocumentReferences;
}

/** Problems of a source that an import reports, beside its facts. */
export interface SourceProblem {
  /** For programs. */
  reason:
    | 'invalid-condition'
    | 'not-understood'
    | 'page-too-large'
    | 'undecodable-text'
    | 'unreadable-front-matter';
  line: number;
  message: string;
}

export interface Inspected {
  parts: DocumentParts;
  /** Absent for sources longer than `maxPreparedLength`. */
  blocks?: PreparedBlocks;
  problems: SourceProblem[];
  /** Why the source is shown as text instead of as blocks, in words that follow its name. */
  tooLarge?: string;
}

/**
 * Computes everything that is stored about a source, and finds its problems, in one pass.
 * `maxPreparedLength`: the longest source, in bytes, whose blocks are prepared. `isEdited`: whether the source was
 * parsed for an edit just now, or most of it was.
 */
export function inspectSource(
  source: Uint8Array,
  {
    maxPreparedLength = Number.POSITIVE_INFINITY,
    isEdited = false,
  }: { maxPreparedLength?: number; isEdited?: boolean } = {},
): Inspected {
  const { text, isUtf8 } = decodeSource(source);
  const parsed = isEdited ? parseAgain(text) : parseMarkdown(text);
  const problems: SourceProblem[] = parsed.notUnderstood.map(({ what, line, isHidden }) => ({
    reason: 'not-understood',
    line,
    message: `${what} is not recognized; it is kept unchanged ${isHidden ? 'in the source, and readers do not see it' : 'and shown as text'}.`,
  }));
  if (parsed.unlistedCount > 0)
    problems.push({
      reason: 'not-understood',
      line: 1,
      message: `${parsed.unlistedCount} more constructs on this page are not recognized; they are kept unchanged and shown as text.`,
    });
  if (parsed.exceeded)
    problems.push({
      reason: 'page-too-large',
      line: 1,
      message: `The page has more than ${parsed.exceeded}, the limit. It is kept unchanged and shown as text.`,
    });
  if (!isUtf8)
    problems.push({
      reason: 'undecodable-text',
      line: 1,
      message: 'The file is not UTF-8: it is kept byte for byte and cannot be edited.',
    });
  if (parsed.frontMatter?.error) {
    problems.push({
      reason: 'unreadable-front-matter',
      line: 1,
      message: `The front matter is not valid YAML: ${parsed.frontMatter.error}`,
    });
  }
  const { data, error } = parsed.frontMatter ?? {};
  const adaptive = readAdaptiveFacts(parsed.document);
  const inTitle = parsed.title?.hasCondition ? (findTag(parsed.title.text) ?? '{% if %}') : undefined;
  const condition = inTitle ?? readPageCondition(text, parsed.frontMatter);
  for (const problem of listConditionProblems(text, condition, adaptive?.conditions ?? []))
    problems.push(problem);
  const inVariables = findTag(data?.vars);
  if (inVariables !== undefined)
    problems.push({
      reason: 'invalid-condition',
      line: 1,
      message: `A condition in a page variable is invalid, so visitors do not see its value: ${inVariables}`,
    });
  const title = (parsed.title ?? findShownTitle(parsed.document.nodes))?.text;
  const settings: DocumentFacts = {
    ...(title === undefined ? {} : { title: cutText(title, MAX_TITLE_LENGTH) }),
    ...(data && (!error || Object.keys(data).length > 0) ? { frontMatter: data } : {}),
    ...(condition === undefined ? {} : { condition }),
    ...(adaptive ? { adaptive } : {}),
    ...(UPDATES.test(text) ? { hasUpdates: true } : {}),
  };
  const references = readReferences(parsed, settings);
  // It is not known here which readers see conditional content.
  const specParts = adaptive ? [] : listSpecParts(references);
  const facts = { ...settings, ...(specParts.length > 0 ? { specParts } : {}) };
  const blocks = source.length <= maxPreparedLength ? prepareBlocks(parsed.document) : undefined;
  return {
    parts: { facts, sections: readSections(parsed), references },
    ...(blocks ? { blocks } : {}),
    problems,
    ...(parsed.exceeded ? { tooLarge: `has more than ${parsed.exceeded}, the limit of a page` } : {}),
  };
}

/** Says which conditions of a source are not understood. */
function listConditionProblems(
  source: string,
  ofPage: string | undefined,
  ofBlocks: readonly string[],
): SourceProblem[] {
  const problems: SourceProblem[] = [];
  let position = 0;
  let line = 1;
  const lineOf = (written: string): number => {
    const at = source.indexOf(written, position);
    if (at < 0) return line;
    for (
      let next = source.indexOf('\n', position);
      next >= 0 && next < at;
      next = source.indexOf('\n', next + 1)
    )
      line += 1;
    position = at;
    return line;
  };
  if (ofPage !== undefined && !parseExpression(ofPage).expression)
    problems.push({
      reason: 'invalid-condition',
      line: lineOf(ofPage),
      message: `The condition of the page is invalid, so visitors do not see the page: ${ofPage}`,
    });
  for (const written of ofBlocks)
    if (!parseExpression(written).expression)
      problems.push({
        reason: 'invalid-condition',
        line: lineOf(written),
        message: `A condition is invalid, so visitors do not see the content that it may apply to: ${written}`,
      });
  return problems;
}

const listSpecParts = ({ references }: DocumentReferences): ShownSpecParts[] =>
  references
    .flatMap(({ kind, raw, parts, anchor }) =>
      kind === 'openapi' && parts && anchor !== undefined ? [{ spec: raw, parts, anchor }] : [],
    )
    .slice(0, MAX_SPEC_PARTS);

/** The results for a source that cannot be read as a document. */
export function inspectUnreadable(source: Uint8Array, reason: UnreadableReason): Inspected {
  const condition = readPageCondition(decodeSource(source).text);
  const facts = { unreadable: reason, ...(condition === undefined ? {} : { condition }) };
  return {
    parts: { facts, sections: [], references: { references: [], anchors: [] } },
    problems: [{ reason: 'page-too-large', line: 1, message: UNREADABLE[reason] }],
    tooLarge: `takes too much ${reason === 'too-slow' ? 'time' : 'memory'} to read`,
  };
}

const UNREADABLE: Record<UnreadableReason, string> = {
  'too-large':
    'Reading the file takes too much memory for one page. It is kept byte for byte and shown as source text.',
  'too-slow':
    'Reading the file takes too much time for one page. It is kept byte for byte and shown as source text.',
};

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes the text of a source. Bytes that are not UTF-8 become replacement characters. */
export function decodeSource(source: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: strictDecoder.decode(source), isUtf8: true };
  } catch {
    return { text: lenientDecoder.decode(source), isUtf8: false };
  }
}
