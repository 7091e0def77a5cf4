import type { ImportFiles } from '../../imported-content.ts';
import { folderOf, joinPath } from '../shared/paths.ts';
import type { PageContext } from '../shared/site/convert-page.ts';

/** `{{#include file:2:10}}`, with a backslash before it if it is text. */
const INCLUDE =
  /(\\?)\{\{[ \t]*#(include|rustdoc_include|playground|playpen|title)[ \t]([^{}\n]{1,1000})\}\}/g;

/** Includes within included files. mdBook itself goes as deep. */
const MAX_DEPTH = 10;
/** Files that include each other many times over could grow without end. */
const MAX_TEXT = 2_000_000;
/** Larger files are not examples. */
const MAX_FILE_LENGTH = 500_000;

/** The texts of all files that pages include, directly or not: bodies are converted without waiting for files. */
export async function readIncludedFiles(
  files: ImportFiles,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const wanted = [...paths];
  const pages = new Set(paths);
  const seen = new Set(paths);
  for (const path of wanted) {
    if (!files.has(path) || files.sizeOf(path) > MAX_FILE_LENGTH) continue;
    const text = await files.readText(path);
    if (!pages.has(path)) texts.set(path, text);
    if (!text.includes('{{')) continue;
    for (const [, , kind, target = ''] of text.matchAll(INCLUDE)) {
      const file = kind === 'title' ? undefined : joinPath(folderOf(path), splitInclude(target.trim()).file);
      if (file === undefined || !files.has(file)) continue;
      if (pages.has(file)) texts.set(file, await files.readText(file));
      if (seen.has(file)) continue;
      seen.add(file);
      wanted.push(file);
    }
  }
  return texts;
}

/** The file and the part of it that an include names. */
function splitInclude(target: string): { file: string; part: string | undefined } {
  const [first = ''] = target.split(/[ \t]/);
  const colon = first.indexOf(':');
  return colon < 0
    ? { file: first, part: undefined }
    : { file: first.slice(0, colon), part: first.slice(colon + 1) };
}

/** Inserts included files into a body. */
export function expandIncludes(body: string, page: PageContext, texts: ReadonlyMap<string, string>): string {
  return body.includes('{{') ? new Includes(page, texts).expand(body, page.path, 0) : body;
}

class Includes {
  private readonly page: PageContext;
  private readonly texts: ReadonlyMap<string, string>;
  private left = MAX_TEXT;

  constructor(page: PageContext, texts: ReadonlyMap<string, string>) {
    this.page = page;
    this.texts = texts;
  }

  expand(text: string, path: string, depth: number, line?: number): string {
    let counted = 0;
    let number = 1;
    return text.replace(INCLUDE, (written, backslash: string, kind: string, target: string, at: number) => {
      for (; counted < at; counted++) if (text[counted] === '\n') number++;
      if (backslash !== '') return written.slice(1);
      if (kind === 'title') {
        this.page.report({
          line: line ?? number,
          reason: 'left-out',
          message: `The title of the window, “${target.trim()}”, was left out.`,
        });
        return '';
      }
      return this.include(kind, target, { path, depth, line: line ?? number });
    });
  }

  private include(
    kind: string,
    target: string,
    { path, depth, line }: { path: string; depth: number; line: number },
  ): string {
    const { file, part } = splitInclude(target.trim());
    const found = joinPath(folderOf(path), file);
    const text = found === undefined ? undefined : this.texts.get(found);
    if (found === undefined || text === undefined) {
      this.page.report({ line, reason: 'missing-file', message: `The file “${file}” is not in the source.` });
      return '';
    }
    if (depth >= MAX_DEPTH || this.left < text.length) {
      this.page.report({
        line,
        reason: 'unsupported-include',
        message: 'Files include each other too many times. The inner ones were left out.',
      });
      return '';
    }
    this.left -= text.length;
    const lines = partOf(text, part);
    if (lines === undefined)
      this.page.report({
        line,
        reason: 'unsupported-include',
        message: `“${file}” has no part “${part}”. Nothing was included.`,
      });
    const included = (lines ?? []).join('\n');
    const expanded = this.expand(included, found, depth + 1, line);
    return kind === 'playground' || kind === 'playpen' ? `\`\`\`rust\n${expanded}\n\`\`\`` : expanded;
  }
}

const ANCHOR = /ANCHOR(?:_END)?:\s*[\w-]+/;

/** The lines that a part names: `2:10`, `:10`, `2:`, `2`, or the name of an anchor; undefined if there is none. */
function partOf(text: string, part: string | undefined): string[] | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  if (part === undefined || part === '' || part === ':') return lines.filter((line) => !ANCHOR.test(line));
  const range = /^(\d*)(?:(:)(\d*))?$/.exec(part);
  if (range) {
    const first = Math.max(1, Number(range[1] || 1));
    const last = range[2] === undefined ? first : range[3] ? Number(range[3]) : lines.length;
    return lines.slice(first - 1, last);
  }
  const name = part.split(':')[0]!;
  const isMark = (line: string, mark: string): boolean =>
    line.includes(`${mark}:`) &&
    /^\s*([\w-]+)/.exec(line.slice(line.indexOf(`${mark}:`) + mark.length + 1))?.[1] === name;
  const start = lines.findIndex((line) => isMark(line, 'ANCHOR'));
  if (start < 0) return undefined;
  const end = lines.findIndex((line, i) => i > start && isMark(line, 'ANCHOR_END'));
  return lines.slice(start + 1, end < 0 ? undefined : end).filter((line) => !ANCHOR.test(line));
}
