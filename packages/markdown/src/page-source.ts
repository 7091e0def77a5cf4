import { isRecord } from '@lectern/std/is-record';
import { type AppliedOperations, applyOperations, type Operations } from './apply-operations.ts';
import { textNode } from './block-factories.ts';
import type { ContentRef } from './content-ref.ts';
import type { Block, JSONDocument } from './document.ts';
import type { UnwrittenBlock } from './edit/find-unwritten.ts';
import { editDocument, replaceTargets } from './edit-markdown.ts';
import { type BlockKeys, pairBlocks, visitBranches } from './follow-keys.ts';
import {
  explainFixed,
  findFrontMatter,
  findFrontMatterEnd,
  setFrontMatter,
  titleInFrontMatter,
} from './front-matter.ts';
import { keepLineEndings } from './line-endings.ts';
import { type Branch, prefixOf } from './operations/block-tree.ts';
import { findTitle, isSameTitle } from './page-title.ts';
import { parseAgain } from './parse-again.ts';
import { type ParsedDocument, parseMarkdown, type Range } from './parse-markdown.ts';
import { DocumentFault } from './receive/checks.ts';
import { receiveDocument } from './receive/receive-document.ts';
import { resolveReferences } from './resolve-references.ts';
import { createFootnotes } from './write/write-blocks.ts';
import { createWriter } from './write-markdown.ts';

/** Content as a caller sends it: Markdown, blocks, changes of blocks, or nothing. */
export interface NewContent {
  markdown?: string | undefined;
  /** As it was sent: it is checked when it is written. */
  document?: unknown;
  operations?: Operations | undefined;
}

/** A value of the front matter; undefined removes the key. With `parts`, what is in the value stays unless named. */
export type FrontMatterEdit = readonly [key: string, value: unknown, parts?: 'parts'];

/** Changes of one source, applied in the order of the fields. */
export interface SourceEdit {
  /** The source before; empty for a new document. */
  source: string;
  content?: NewContent | undefined;
  /** The meaning of the targets in `source`, for new content in blocks. */
  targets?: ReadonlyMap<string, ContentRef> | undefined;
  frontMatter?: readonly FrontMatterEdit[] | undefined;
  title?: string | undefined;
  /** Whether a source without a heading gets one for its title. */
  addsTitle?: boolean | undefined;
  /** Names that the caller has for blocks of the source, with their keys, for operations. */
  names?: ReadonlyMap<string, string> | undefined;
  /** Whether the keys of blocks are listed after new content as well; after operations, they always are. */
  listsKeys?: boolean | undefined;
}

export interface EditedSource {
  source: string;
  /**
   * The title that new Markdown gives: in its front matter, or as its first heading. Undefined if the source before gave
   * the same and no title was sent: the page keeps the title that it has in the table of contents.
   */
  title: string | undefined;
  /** Why its front matter could not be changed, in words that follow “which”. */
  fixed?: string | undefined;
  /** Absent if the content was not changed, or if it is too long to be compared. */
  keys?: BlockKeys | undefined;
}

/**
 * Edits a source. Only what changes is rewritten; everything else keeps its bytes. Throws a `DocumentFault` for blocks
 * that are no document, or that cannot be written where they are.
 */
export function editSource(edit: SourceEdit): EditedSource {
  const { content = {}, frontMatter = [] } = edit;
  let { source } = edit;
  if (content.markdown !== undefined) source = withFrontMatterOf(source, content.markdown);
  const resolve = (raw: string): ContentRef | undefined => edit.targets?.get(raw);
  let applied: AppliedOperations | undefined;
  const sent = content.document ? receiveDocument(content.document) : undefined;
  if (sent) {
    const { text, unwritten } = editDocument(source, sent, resolve);
    if (unwritten) throw new DocumentFault(unwritten.place, unwritten.issue);
    source = text;
  } else if (content.operations) {
    const shown = resolveReferences(parseAgain(source).document, resolve);
    const write = (operations: Operations) => {
      const changed = applyOperations(shown, operations, edit.names);
      return { changed, ...editDocument(source, changed.document, resolve, { shown }) };
    };
    const { changed, text, unwritten } = write(content.operations);
    if (unwritten) throw faultOfOperations(content.operations, (some) => write(some).unwritten);
    applied = changed;
    source = text;
  }
  // The content's own title goes before the one beside it.
  const given = content.markdown === undefined ? undefined : readTitle(source);
  if (given === undefined && edit.title !== undefined)
    source = setTitle(source, edit.title, edit.addsTitle === true);
  const fixed = frontMatter.length === 0 ? {} : { fixed: explainFixed(source) };
  for (const change of frontMatter) source = setKey(source, change);
  // Carriage returns in new Markdown were sent on purpose; clients that know only one line ending send none.
  if (!content.markdown?.includes('\r')) source = keepLineEndings(edit.source, source);
  const isKept = given !== undefined && edit.title === undefined && given === readTitle(edit.source);
  return {
    source,
    title: isKept ? undefined : given,
    ...fixed,
    ...listFollowed(edit, { applied, sent }, source),
  };
}

/** Names the operation after which the page first has a block that cannot be written. */
function faultOfOperations(
  { blocks = [], text = [] }: Operations,
  unwrittenAfter: (operations: Operations) => UnwrittenBlock | undefined,
): DocumentFault {
  const after = (count: number): UnwrittenBlock | undefined =>
    unwrittenAfter({
      blocks: blocks.slice(0, count),
      text: text.slice(0, Math.max(0, count - blocks.length)),
    });
  let least = 1;
  let most = blocks.length + text.length;
  while (least < most) {
    const count = Math.floor((least + most) / 2);
    if (after(count)) most = count;
    else least = count + 1;
  }
  const at = least - 1;
  const { type, issue } = after(least) as UnwrittenBlock;
  const place = at < blocks.length ? ['blocks', at] : ['text', at - blocks.length];
  return new DocumentFault(place, `makes a block of type “${type}” that ${issue}`);
}

/** The length of the old and the new source together up to which blocks of new content are followed. */
const MAX_FOLLOWED_LENGTH = 500_000;

function listFollowed(
  { source: old, content, names, listsKeys = false }: SourceEdit,
  { applied, sent }: { applied: AppliedOperations | undefined; sent: JSONDocument | undefined },
  source: string,
): Pick<EditedSource, 'keys'> {
  if (applied) return { keys: listKeys(applied, parseAgain(source).document, { isSame: true }) };
  const isNew = sent !== undefined || content?.markdown !== undefined;
  if (!listsKeys || !isNew || old.length + source.length > MAX_FOLLOWED_LENGTH) return {};
  const { document: current } = parseAgain(source);
  const named = new Map<string, Branch>();
  const name = (node: Branch, key = node.key): void => {
    if (key !== undefined && !named.has(key)) named.set(key, node);
  };
  visitBranches(sent?.nodes ?? [], (node) => name(node));
  if (sent && named.size > 0) return { keys: listKeys({ document: sent, named }, current, { isSame: true }) };
  // Content without keys: its blocks are those of the source before that they are most like.
  const { document } = parseAgain(old);
  const nameOf = new Map([...(names ?? [])].map(([given, key]) => [key, given]));
  visitBranches(document.nodes, (node) => name(node, nameOf.get(node.key ?? '') ?? node.key));
  return { keys: listKeys({ document, named }, current, { isSame: false }) };
}

/** The keys that the named blocks of a document have in the current one. Those without a name are named by their keys. */
function listKeys(
  { document, named }: AppliedOperations,
  current: JSONDocument,
  { isSame }: { isSame: boolean },
): BlockKeys {
  // Blocks that stayed keep their keys.
  const [nodes, now] = withoutSameSides(document.nodes, current.nodes);
  const pairs = pairBlocks(nodes, now, isSame);
  const names = new Map<Branch, string[]>();
  for (const [name, node] of named) names.set(node, [...(names.get(node) ?? []), name]);
  const renamed = new Map<string, string>();
  const known = new Set<string>();
  const divided = new Set<string>();
  visitBranches(nodes, (node) => {
    const key = pairs.get(node)?.key;
    if (key !== undefined) known.add(key);
    const isNamedByKey = node.key !== undefined && !named.has(node.key);
    for (const name of names.get(node) ?? (isNamedByKey ? [node.key as string] : [])) {
      if (key === undefined || key === name) divided.add(prefixOf(name));
      else renamed.set(name, key);
    }
    names.delete(node);
  });
  for (const [{ key }, given] of names)
    for (const name of given) if (key !== undefined && key !== name) renamed.set(name, key);
  const unnamed = new Set<string>();
  visitBranches(now, ({ key }) => {
    if (key !== undefined && !known.has(key)) unnamed.add(key);
  });
  return { renamed, unnamed, divided };
}

/** Two lists without what is the same at the beginning and at the end. */
function withoutSameSides(
  ones: readonly Block[],
  others: readonly Block[],
): [readonly Block[], readonly Block[]] {
  const shorter = Math.min(ones.length, others.length);
  let start = 0;
  while (start < shorter && ones[start] === others[start]) start += 1;
  let trailing = 0;
  while (trailing < shorter - start && ones.at(-1 - trailing) === others.at(-1 - trailing)) trailing += 1;
  return [ones.slice(start, ones.length - trailing), others.slice(start, others.length - trailing)];
}

function setKey(source: string, [key, value, parts]: FrontMatterEdit): string {
  const current = parts ? findFrontMatter(source)?.data[key] : undefined;
  return setFrontMatter(source, key, withParts(current, value));
}

/** A record with some of its values replaced, at any depth. */
function withParts(current: unknown, next: unknown): unknown {
  if (!isRecord(current) || !isRecord(next)) return next;
  const replaced = Object.entries(next).map(([name, value]) => [name, withParts(current[name], value)]);
  return { ...current, ...Object.fromEntries(replaced) };
}

/** Markdown without front matter keeps the page's own. */
function withFrontMatterOf(source: string, markdown: string): string {
  if (findFrontMatterEnd(markdown) !== undefined) return markdown;
  const end = findFrontMatterEnd(source);
  if (end === undefined) return markdown;
  const gap = /^[ \t\r\n]*/.exec(source.slice(end))?.[0] ?? '';
  return source.slice(0, end) + (/^[\r\n]/.test(markdown) ? '' : gap) + markdown;
}

/** The title that a source gives: in its front matter, or as the heading of level one with which its page begins. */
export function readTitle(source: string): string | undefined {
  const frontMatter = findFrontMatter(source);
  const named = titleInFrontMatter(frontMatter);
  if (named !== undefined) return named;
  const { title, document } = parseMarkdown(findHeadingLine(source.slice(frontMatter?.end ?? 0)) ?? source);
  return (title ?? findTitle(document.nodes))?.text || undefined;
}

/**
 * The heading in one line with which a text begins, if that line alone says what the heading is: reading it is quicker
 * than reading the page. Brackets may refer to definitions further down.
 */
const findHeadingLine = (text: string): string | undefined =>
  /^[\r\n]*( {0,3}# [^[\]\r\n]*)(?:[\r\n]|$)/.exec(text)?.[1];

/** What a heading may be within, and headings of other forms. */
const AROUND_HEADINGS = /<|\{%|\$\$|^ {0,3}(?:```|~~~|=+[ \t]*$|-+[ \t]*$)/m;

/**
 * The text up to its first heading, if that alone says what the heading is: pages of an API have megabytes below it.
 */
export function findBeginning(text: string): string | undefined {
  const found = /^ {0,3}#{1,6}(?:[ \t][^\r\n]*|(?=[\r\n]|$))/m.exec(text);
  if (!found || /^ |[[\]]/.test(found[0]) || AROUND_HEADINGS.test(text.slice(0, found.index)))
    return undefined;
  return text.slice(0, found.index + found[0].length);
}

/** Writes the title as the first heading of a source that has one, or, with `isAdded`, of any. */
function setTitle(source: string, title: string, isAdded: boolean): string {
  const parsed = parseMarkdown(source);
  const { frontMatter } = parsed;
  const named = titleInFrontMatter(frontMatter);
  const heading = headingOf(parsed, named);
  const written =
    heading || (isAdded && named === undefined) ? writeTitle(source, title, parsed, heading) : source;
  return named === undefined || named === title ? written : setFrontMatter(written, 'title', title);
}

interface WrittenHeading extends Range {
  text: string;
}

/** The heading that is the title of a page; one that differs from the title in the front matter is not. */
function headingOf(
  { title, document, blocks }: ParsedDocument,
  named: string | undefined,
): WrittenHeading | undefined {
  if (title) return title;
  const found = findTitle(document.nodes);
  const index = found?.heading ? document.nodes.indexOf(found.heading) : -1;
  if (!found || index < 0 || (named !== undefined && !isSameTitle(found.text, named))) return undefined;
  return { ...(blocks[index] as Range), text: found.text };
}

function writeTitle(
  source: string,
  title: string,
  { frontMatter }: ParsedDocument,
  heading: WrittenHeading | undefined,
): string {
  if (heading?.text === title) return source;
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  const line = `# ${writeHeading(title)}`;
  if (heading) return source.slice(0, heading.start) + line + source.slice(heading.end);
  const start = frontMatter?.end ?? 0;
  const body = source.slice(start).replace(/^[\r\n]+/, '');
  return source.slice(0, start) + (start > 0 ? newline : '') + line + newline + (body ? newline + body : '');
}

function writeHeading(title: string): string {
  const text = title.replace(/\s+/g, ' ').trim();
  return createWriter(createFootnotes()).text([textNode(text)], 'heading');
}

/** Puts other targets in the place of those that are in the map, in the blocks and for the cover. */
export function rewriteTargets(source: string, targets: ReadonlyMap<string, string>): string {
  const rewritten = replaceTargets(source, ({ raw }) => targets.get(raw));
  const cover = findFrontMatter(rewritten)?.data.cover;
  const next = rewriteCover(cover, targets);
  return next === cover ? rewritten : setFrontMatter(rewritten, 'cover', next);
}

/** A cover is one target, or one for each of the light and the dark mode. */
function rewriteCover(cover: unknown, targets: ReadonlyMap<string, string>): unknown {
  if (typeof cover === 'string') return targets.get(cover) ?? cover;
  if (typeof cover !== 'object' || cover === null || Array.isArray(cover)) return cover;
  const rewritten = Object.entries(cover).map(([mode, target]) => [mode, rewriteCover(target, targets)]);
  return rewritten.some(([mode, target]) => target !== (cover as Record<string, unknown>)[mode as string])
    ? Object.fromEntries(rewritten)
    : cover;
}
