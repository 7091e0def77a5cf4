/** Preprocesses a page as the generator does: snippets, variables, metadata, definitions. */

import { expandTemplate } from '../shared/markup/template.ts';
import type { PageContext } from '../shared/site/convert-page.ts';
import type { MkDocsConfig } from './mkdocs-config.ts';

/** `--8<-- "file"`, on a line of its own. */
const SNIPPET = /^([ \t]*)-{1,}8<-{1,}[ \t]+(["'])([^"'\n]{1,500})\2[ \t]*$/;

export interface Snippets {
  find(name: string): string | undefined;
  read(path: string): string | undefined;
}

/** The file and the part of it that a snippet names: `file.py:3:5`, `file.py:section`. */
export function splitSnippet(name: string): { file: string; part: string | undefined } {
  const clean = name.replace(/^;/, '').trim();
  const colon = clean.indexOf(':');
  return colon < 0
    ? { file: clean, part: undefined }
    : { file: clean.slice(0, colon), part: clean.slice(colon + 1) };
}

/** Inserts snippets into a body: pages become reusable content, everything else becomes part of the text. */
export function expandSnippets(body: string, page: PageContext, snippets: Snippets): string {
  if (!body.includes('8<')) return body;
  let fence: string | undefined;
  return body
    .split('\n')
    .map((line, i) => {
      const marker = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
      if (marker !== undefined && (fence === undefined || line.trim().startsWith(fence)))
        fence = fence === undefined ? marker : undefined;
      const match = line.length < 1000 ? SNIPPET.exec(line) : null;
      if (!match) return line;
      return expandSnippet(match, { page, snippets, line: i + 1, isInCode: fence !== undefined });
    })
    .join('\n');
}

function expandSnippet(
  match: RegExpExecArray,
  {
    page,
    snippets,
    line,
    isInCode,
  }: { page: PageContext; snippets: Snippets; line: number; isInCode: boolean },
): string {
  const [, indent = '', , name = ''] = match;
  const { file, part } = splitSnippet(name);
  const path = snippets.find(file);
  const text = path === undefined ? undefined : snippets.read(path);
  if (path === undefined || text === undefined) {
    page.report({ line, reason: 'missing-file', message: `The snippet “${name}” is not in the source.` });
    return '';
  }
  if (!isInCode && part === undefined && /\.md$/i.test(path))
    return `${indent}{% include "${page.include(path).replaceAll('"', '%22')}" %}`;
  return partOf(text, part)
    .map((each) => indent + each)
    .join('\n');
}

function partOf(text: string, part: string | undefined): string[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  if (part === undefined) return lines;
  const [first = '', last = ''] = part.split(':');
  if (/^\d*$/.test(first) && /^\d*$/.test(last))
    return lines.slice(Number(first || 1) - 1, last === '' ? undefined : Number(last));
  const start = lines.findIndex((line) => line.includes(`[start:${part}]`));
  const end = lines.findIndex((line) => line.includes(`[end:${part}]`));
  return start < 0 ? lines : lines.slice(start + 1, end < 0 ? undefined : end);
}

/** Fills in the variables of the configuration and of the page. */
export function fillVariables(
  body: string,
  page: PageContext,
  { variables, marks }: Pick<MkDocsConfig, 'variables' | 'marks'>,
): string {
  const { frontMatter } = page;
  if (!variables || frontMatter.ignore_macros === true || frontMatter.render_macros === false) return body;
  return expandTemplate(
    body,
    {
      variables: { ...variables, ...frontMatter, page: { meta: frontMatter, title: frontMatter.title } },
      marks,
    },
    page.report,
  );
}

const METADATA = /^ {0,3}([A-Za-z0-9_-]+):(.*)$/;
const MORE_METADATA = /^ {4}(.*)$/;

/** Metadata without dashes, as MultiMarkdown has it: lines of keys and values up to the first other line. */
export function readMetadata(
  source: string,
): { frontMatter: Record<string, unknown>; bodyStart: number } | undefined {
  const found = new Map<string, string>();
  let last: string | undefined;
  let at = source.startsWith('\uFEFF') ? 1 : 0;
  while (at < source.length) {
    const lineEnd = source.indexOf('\n', at);
    const end = lineEnd < 0 ? source.length : lineEnd;
    const line = source.slice(at, end);
    if (line.trim() === '') break;
    const [, key, value = ''] = METADATA.exec(line) ?? [];
    const more = last === undefined ? undefined : MORE_METADATA.exec(line)?.[1];
    if (key !== undefined) last = key.toLowerCase();
    else if (more === undefined) break;
    const before = found.get(last!);
    found.set(
      last!,
      [...(before === undefined ? [] : [before]), (key === undefined ? more! : value).trim()].join(' '),
    );
    at = end + 1;
  }
  if (found.size === 0) return undefined;
  return { frontMatter: Object.fromEntries(found), bodyStart: Math.min(at, source.length) };
}

const DEFINITION = /^([ \t]*):(?=[ \t]{1,3}\S|[ \t]+$)/;

/** `Term` and `:   Definition` become a list whose items begin with the term. */
export function writeDefinitionLists(body: string): string {
  if (!/^[ \t]*:[ \t]/m.test(body)) return body;
  const written: string[] = [];
  let fence: string | undefined;
  let isInList = false;
  for (const line of body.split('\n')) {
    const marker = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (marker !== undefined && (fence === undefined || line.trim().startsWith(fence)))
      fence = fence === undefined ? marker : undefined;
    const match = fence === undefined && marker === undefined ? DEFINITION.exec(line) : null;
    if (!match) {
      if (line.trim() !== '' && !/^[ \t]/.test(line)) isInList = false;
      written.push(line);
      continue;
    }
    isInList = writeDefinition(written, line, { indent: match[1]!, isInList });
  }
  return written.join('\n');
}

/** Writes a definition below its terms, which are the lines before it; false if there are none. */
function writeDefinition(
  written: string[],
  line: string,
  { indent, isInList }: { indent: string; isInList: boolean },
): boolean {
  let last = written.length - 1;
  if (written[last]?.trim() === '') last--;
  let first = last;
  while (first >= 0 && isTerm(written[first]!, indent)) first--;
  const hasTerms = first < last;
  if (!hasTerms && !isInList) {
    written.push(line);
    return false;
  }
  for (let i = first + 1; i <= last; i++) if (hasTerms) written[i] = `${indent}*   **${written[i]!.trim()}**`;
  if (written.at(-1)?.trim() !== '') written.push('');
  written.push(`${indent}    ${line.slice(indent.length + 1).trimStart()}`);
  return true;
}

const isTerm = (line: string, indent: string): boolean =>
  line.startsWith(indent) && /^(?![ \t#>|*+~!?=-]|`{3}|\d+[.)]|:[ \t])\S/.test(line.slice(indent.length));
