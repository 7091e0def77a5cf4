/**
 * Lists links from the text alone, without the product's own readers: tests compare the product with it. It supports
 * only the syntax in the real repositories of the tests.
 */
import { posix } from 'node:path';
import type { Files } from '../../../test/content.ts';

export interface ScannedLink {
  /** The path of the file that contains it. */
  path: string;
  target: string;
  isBroken: boolean;
}

export function scanSpace(files: Files, root: string): ScannedLink[] {
  const text = (path: string): string => String(files[path] ?? '');
  const inRoot = (path: string): string => posix.join(root, path);
  const summary = scanSummary(text(inRoot('SUMMARY.md')));
  const pages = new Set<string>();
  const repeated: string[] = [];
  for (const target of summary) {
    const path = inRoot(target.split('#')[0] as string);
    if (pages.has(path) || /^https?:/.test(target)) repeated.push(target);
    else if (path in files) pages.add(path);
  }
  const includes = Object.keys(files).filter((path) => path.startsWith(inRoot('.gitbook/includes/')));
  const isThere = (path: string): boolean =>
    [path, posix.join(path, 'README.md'), `${path}.md`].some((name) => name in files);
  const judge = (from: string, target: string): boolean => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = decodeURI(target).split('#');
    const folder = path.startsWith('/') ? root : posix.dirname(from);
    const wanted = path === '' ? from : posix.join(folder, path).replace(/^\/|\/$/g, '');
    if (!isThere(wanted)) return true;
    if (!anchor) return false;
    const page = [wanted, posix.join(wanted, 'README.md'), `${wanted}.md`].find((name) => name in files);
    return !headingsOf(text(page as string)).has(fold(anchor));
  };
  const links = repeated.map((target) => ({
    path: 'SUMMARY.md',
    target,
    isBroken: judge(inRoot('SUMMARY.md'), target),
  }));
  for (const path of [...pages, ...includes])
    for (const target of scanTargets(text(path))) links.push({ path, target, isBroken: judge(path, target) });
  return links;
}

/** The links of a table of contents. */
const scanSummary = (summary: string): string[] =>
  [...summary.matchAll(/^\s*[*-] \[.*\]\(<?([^>)]*(?:\([^)]*\)[^>)]*)*)>?(?: "[^"]*")?\)\s*$/gm)].map(
    ([, target = '']) => decodeURI(target.trim()),
  );

function scanTargets(source: string): string[] {
  const [, front = ''] = /^---\n([\s\S]*?)^---$/m.exec(source) ?? [];
  const covers = [...front.matchAll(/^cover:\s*(?:>-\s*)?(\S+)/gm)].map(([, cover = '']) => cover);
  const body = source
    .slice(front === '' ? 0 : front.length + 8)
    .replace(/^([ \t]*)(`{3,}|~{3,})[\s\S]*?^[ \t]*\2[ \t]*$/gm, '')
    // The link within a reference block repeats the block's own target.
    .replace(
      /(\{% (?:content-ref|openapi|swagger) [^%]*%\})[\s\S]*?\{% end(?:content-ref|openapi|swagger) %\}/g,
      '$1',
    )
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')
    // The anchor of a heading is not a link.
    .replace(/<a href="#[^"]*" id="[^"]*"><\/a>/g, '');
  const found = [
    ...body.matchAll(/\]\((?:<([^>]*)>|((?:\\.|[^()\s\\]|\([^()]*\))*))(?:\s+"[^"]*")?\)/g),
    ...body.matchAll(/<[^>]*\s(?:href|src|srcset)="([^"]*)"/g),
    ...body.matchAll(/\{% (?:content-ref|embed) url="([^"]*)"/g),
    ...body.matchAll(/\{% (?:file|openapi|swagger) src="([^"]*)"/g),
    ...body.matchAll(/\{% include "([^"]*)"/g),
    ...body.matchAll(/<(https?:[^>\s]*)>/g),
    ...body.matchAll(/^\[[^\]^][^\]]*\]:\s+(\S+)/gm),
  ].map(([, first, second]) => first ?? second ?? '');
  return [...covers, ...found.map(decode)];
}

const decode = (target: string): string =>
  target
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&#x26;', '&')
    .replaceAll('&amp;', '&');

/** Returns the headings, tabs and expandables of a source that a link can name, without case and punctuation. */
function headingsOf(source: string): Set<string> {
  const titles = [
    ...source.matchAll(/^#{2,6} (.*)$/gm),
    ...source.matchAll(/<h\d>(.*?)<\/h\d>/g),
    ...source.matchAll(/<summary>(.*?)<\/summary>/g),
    ...source.matchAll(/\{% tab title="([^"]*)"/g),
    ...source.matchAll(/ id="([^"]*)"/g),
  ];
  return new Set(titles.map(([, title = '']) => fold(title.replace(/<[^>]*>/g, ''))));
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^id-(?=\d)/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
