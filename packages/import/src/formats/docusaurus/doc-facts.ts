import { findFrontMatter } from '@lectern/markdown/front-matter';
import type { ImportFiles } from '../../imported-content.ts';
import { fileNameOf, folderOf, joinPath, withoutExtension } from '../shared/paths.ts';
import { isPage } from '../shared/site/convert-page.ts';
import { textField } from '../shared/site/page-fields.ts';
import type { DocsInstance } from './docusaurus-config.ts';

/** The facts of a document that determine its address and its place in sidebars. */
export interface DocFacts {
  path: string;
  /** The id by which sidebars refer to it. */
  id: string;
  route: string;
  /** Its position among its siblings in a sidebar that is generated from folders. */
  position: number | undefined;
  label: string | undefined;
  /** Whether it is the page of its folder. */
  isFolderPage: boolean;
  isHidden: boolean;
}

/** `01-intro`, `1. intro`. Numbers of dates and versions are not positions. */
const NUMBER_PREFIX = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;
const DATE_OR_VERSION = /^\d+[-_.]\d/;

export function splitNumberPrefix(name: string): { name: string; number: number | undefined } {
  const match = DATE_OR_VERSION.test(name) ? null : NUMBER_PREFIX.exec(name);
  return match ? { name: match[2]!, number: Number(match[1]) } : { name, number: undefined };
}

const withoutPrefixes = (path: string): string =>
  path
    .split('/')
    .map((part) => splitNumberPrefix(part).name)
    .join('/');

/** Reads the facts of all documents of an instance, by their paths. */
export async function readDocFacts(
  files: ImportFiles,
  { folder, route }: DocsInstance,
): Promise<Map<string, DocFacts>> {
  const facts = new Map<string, DocFacts>();
  const start = folder === '' ? '' : `${folder}/`;
  for (const path of files.paths) {
    if (!path.startsWith(start) || !isDocument(path.slice(start.length))) continue;
    const frontMatter = findFrontMatter(await files.readText(path))?.data ?? {};
    facts.set(path, readFacts(path, path.slice(start.length), { frontMatter, route }));
  }
  return facts;
}

/** Files and folders whose names begin with an underscore are parts of other documents. */
const isDocument = (path: string): boolean =>
  isPage(path) && !path.split('/').some((part) => part.startsWith('_') || part === 'node_modules');

function readFacts(
  path: string,
  relative: string,
  { frontMatter, route }: { frontMatter: Record<string, unknown>; route: string },
): DocFacts {
  const clean = withoutPrefixes(withoutExtension(relative));
  const folder = folderOf(clean);
  const name = fileNameOf(clean);
  const ownId = textField(frontMatter.id);
  const isFolderPage =
    /^(?:index|readme)$/i.test(name) ||
    (folder !== '' && name.toLowerCase() === fileNameOf(folder).toLowerCase());
  const address =
    isFolderPage && ownId === undefined ? folder : [folder, ownId ?? name].filter(Boolean).join('/');
  const slug = textField(frontMatter.slug);
  const within =
    slug === undefined ? address : slug.startsWith('/') ? slug : (joinPath(folder, slug) ?? slug);
  return {
    path,
    id: [folder, ownId ?? name].filter(Boolean).join('/'),
    route: `/${route}/${within}`,
    position: numberField(frontMatter.sidebar_position) ?? splitNumberPrefix(fileNameOf(relative)).number,
    label: textField(frontMatter.sidebar_label),
    isFolderPage,
    isHidden: frontMatter.draft === true || frontMatter.unlisted === true,
  };
}

export const numberField = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};
