import { alignSimilar, wordsOf } from '../align-similar.ts';
import { type Block, plainText } from '../document.ts';
import { replaceDocument } from '../edit-markdown.ts';
import { setFrontMatter } from '../front-matter.ts';
import { editSource } from '../page-source.ts';
import { type ParsedDocument, parseMarkdown } from '../parse-markdown.ts';
import { hashBlock } from './block-hash.ts';
import type { TrackedBlock } from './follow-source.ts';
import type { PageTexts } from './page-texts.ts';

export interface ParsedPage {
  source: ParsedDocument;
  present: ParsedDocument;
}

/** The front matter is that of the source; blocks that stay keep their bytes. */
export function writeBlocks(
  input: { source: PageTexts; translation: PageTexts | undefined },
  { source, present }: ParsedPage,
  nodes: Block[],
): string {
  const own = input.source.source ?? '';
  const given = input.translation?.source;
  const base =
    given === undefined
      ? own
      : own.slice(0, source.frontMatter?.end ?? 0) + given.slice(present.frontMatter?.end ?? 0);
  const origins = [
    ...(given === undefined ? [] : [{ source: given, parsed: present }]),
    { source: own, parsed: source },
  ];
  return replaceDocument(base, { ...source.document, nodes }, undefined, { origins });
}

/** Writes the title and the description where a document has them. */
export function writeTexts(source: string, title: string, description: string | undefined): string {
  const { frontMatter } = parseMarkdown(source);
  const titled = editSource({
    source,
    title,
    frontMatter: typeof frontMatter?.data.title === 'string' ? [['title', title]] : [],
  }).source;
  return description === undefined || frontMatter?.data.description === description
    ? titled
    : setFrontMatter(titled, 'description', description);
}

/** The places of blocks in the written page: neighbors can have become one block. */
export function place(
  tracked: readonly TrackedBlock[],
  nodes: readonly Block[],
  written: readonly Block[],
): TrackedBlock[] {
  const comparable = (block: Block) => ({
    kind: block.type,
    identity: hashBlock(block),
    words: wordsOf(plainText([block])),
  });
  const positions =
    nodes.length === written.length
      ? undefined
      : alignSimilar(nodes.map(comparable), written.map(comparable));
  return tracked.map((one) => {
    if (one.at === null || !positions) return one;
    const at = positions[one.at] as number;
    return { ...one, at: at < 0 ? null : at };
  });
}
