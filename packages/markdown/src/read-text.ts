import { isId } from '@lectern/std/ids';
import type { ContentRef } from './content-ref.ts';
import type { JSONDocument } from './document.ts';
import { replaceTargets } from './edit-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { resolveReferences } from './resolve-references.ts';
import { writeMarkdown } from './write-markdown.ts';

/** A text that belongs to no page: a comment. */
export interface WrittenText {
  markdown: string;
  document: JSONDocument;
  /** The users that it refers to. */
  mentions: string[];
}

/** The first block of a source may be its front matter or its title; a text has neither. */
const LEAD = 'x\n\n';
const SAFE_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const USERS = '/users/';

/** Reads a text. Links can neither run scripts nor carry data. */
export function readText(markdown: string): WrittenText {
  const source = replaceTargets(LEAD + markdown, ({ raw }) => (isSafe(raw) ? undefined : '#'));
  const mentions = new Set<string>();
  const resolve = (raw: string): ContentRef | undefined => {
    const user = raw.slice(USERS.length);
    if (!raw.startsWith(USERS) || !isId(user)) return undefined;
    mentions.add(user);
    return { kind: 'user', user };
  };
  const { document } = parseMarkdown(source);
  const text = resolveReferences({ ...document, nodes: document.nodes.slice(1) }, resolve);
  return { markdown: source.slice(LEAD.length), document: text, mentions: [...mentions] };
}

/** Writes a document as Markdown; undefined if that is longer than `maxLength`. */
export function writeText(document: JSONDocument, maxLength: number): string | undefined {
  // Each character of the text takes at least one of the JSON; marks and kinds take more.
  if (JSON.stringify(document).length > maxLength * 20) return undefined;
  const markdown = writeMarkdown(document);
  return markdown.length > maxLength ? undefined : markdown;
}

/** Browsers ignore blanks and control characters in a scheme. */
function isSafe(target: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(target.replace(/[\u0000-\u0020\u007f-\u009f]/g, ''))?.[1];
  return scheme === undefined || SAFE_SCHEMES.has(scheme.toLowerCase());
}
