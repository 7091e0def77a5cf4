import { plainText } from './inline-text.ts';

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/** Returns a document's first `# ` heading, outside front matter and code; undefined if there is none. */
export function findPageTitle(markdown: string): string | undefined {
  const body =
    markdown.startsWith('---') || markdown.startsWith('\uFEFF---')
      ? markdown.replace(FRONT_MATTER, '')
      : markdown;
  let fence: string | undefined;
  for (const line of body.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marker && fence === undefined) fence = marker;
    else if (marker && fence && marker.startsWith(fence) && line.trim() === marker) fence = undefined;
    if (fence !== undefined || !/^ {0,3}#[ \t]/.test(line) || line.length > 2_000) continue;
    const title = plainText(
      line
        .trim()
        .replace(/^#[ \t]+/, '')
        .replace(/[ \t]#+$/, '')
        .replace(/<a\b[^<>]{0,300}>\s{0,9}<\/a>/g, ''),
    );
    if (title !== '') return title;
  }
  return undefined;
}

/** The text of a document's front matter, without its fences. */
export const findFrontMatter = (markdown: string): string | undefined =>
  /^\uFEFF?---[ \t]*\r?\n/.test(markdown) ? FRONT_MATTER.exec(markdown)?.[1] : undefined;

/** The last part of a path without its extension. */
export const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:md|markdown)$/i, '');
