import { isRecord } from '@lectern/std/is-record';
import { appendTo } from '@lectern/std/long-lists';
import type { ImportFiles } from '../../imported-content.ts';
import { fileNameOf, isExternal, joinPath, titleOfFileName } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import {
  createNavigationBudget,
  type NavigationBudget,
  type NavigationItem,
  readNested,
  spendItem,
} from '../shared/site/navigation.ts';
import { textField } from '../shared/site/page-fields.ts';

interface NavigationReader {
  files: ImportFiles;
  /** The folder of the configuration. */
  root: string;
  configPath: string;
  problems: Problems;
  budget: NavigationBudget;
}

/** The divisions of a navigation, from the outermost, with the field that names each. */
const DIVISIONS = [
  ['languages', 'language'],
  ['versions', 'version'],
  ['products', 'product'],
  ['dropdowns', 'dropdown'],
  ['tabs', 'tab'],
  ['anchors', 'anchor'],
  ['groups', 'group'],
] as const;

/** Only the first of these, or the default, is imported. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['languages', 'versions']);

/** Reads the navigation of `docs.json`, or of the older `mint.json`. */
export function readNavigation(
  files: ImportFiles,
  {
    root,
    configPath,
    config,
    problems,
  }: { root: string; configPath: string; config: Record<string, unknown>; problems: Problems },
): NavigationItem[] {
  const reader: NavigationReader = { files, root, configPath, problems, budget: createNavigationBudget() };
  const { navigation } = config;
  // In the older form the navigation is the list of groups.
  if (Array.isArray(navigation)) return readList(reader, navigation);
  return isRecord(navigation) ? readDivisions(reader, navigation) : [];
}

/** The divisions that a part of the navigation holds, and its pages. */
function readDivisions(reader: NavigationReader, part: Record<string, unknown>): NavigationItem[] {
  const items: NavigationItem[] = [];
  if (Array.isArray(part.pages)) appendTo(items, readList(reader, part.pages));
  for (const [field, nameField] of DIVISIONS) {
    const divisions = part[field];
    if (!Array.isArray(divisions)) continue;
    const named = divisions.filter(isRecord);
    const chosen = ALTERNATIVES.has(field) ? chooseAlternative(reader, named, nameField) : named;
    for (const division of chosen)
      if (ALTERNATIVES.has(field))
        appendTo(
          items,
          readNested(reader.budget, () => readDivisions(reader, division)),
        );
      else appendTo(items, readSection(reader, division, nameField));
  }
  if (isRecord(part.global)) appendTo(items, readDivisions(reader, part.global));
  return items;
}

function chooseAlternative(
  { configPath, problems }: NavigationReader,
  divisions: readonly Record<string, unknown>[],
  nameField: string,
): Record<string, unknown>[] {
  const chosen = divisions.find((division) => division.default === true) ?? divisions[0];
  if (!chosen) return [];
  if (divisions.length > 1)
    problems.report({
      path: configPath,
      reason: 'left-out',
      message: `Only “${textField(chosen[nameField]) ?? ''}” was imported, one of ${divisions.length} ${nameField}s.`,
    });
  return [chosen];
}

function readSection(
  reader: NavigationReader,
  division: Record<string, unknown>,
  nameField: string,
): NavigationItem[] {
  if (!spendItem(reader.budget) || division.hidden === true) return [];
  const title = textField(division[nameField]) ?? 'Untitled';
  const href = textField(division.href);
  if (division.openapi !== undefined || division.asyncapi !== undefined) reportSpecification(reader, title);
  const children = readNested(reader.budget, () => readDivisions(reader, division));
  if (children.length === 0) return href === undefined ? [] : [{ kind: 'link', title, target: href }];
  const own = textField(division.root);
  return [
    {
      kind: 'section',
      title,
      icon: division.icon,
      path: own === undefined ? undefined : pagePath(reader, own),
      children,
    },
  ];
}

const reportSpecification = ({ configPath, problems }: NavigationReader, title: string): void =>
  problems.report({
    path: configPath,
    reason: 'unsupported-navigation',
    message: `The pages of “${title}” are generated from an API specification. They were not imported.`,
  });

const readList = (reader: NavigationReader, list: readonly unknown[]): NavigationItem[] =>
  list.flatMap((entry) => {
    if (!spendItem(reader.budget)) return [];
    if (typeof entry === 'string') return readPage(reader, entry);
    if (!isRecord(entry)) return [];
    return 'group' in entry ? readSection(reader, entry, 'group') : readDivisions(reader, entry);
  });

/** A page, or an endpoint of a specification: `GET /users`. */
function readPage(reader: NavigationReader, name: string): NavigationItem[] {
  if (isExternal(name)) return [{ kind: 'link', title: name, target: name }];
  if (/^(?:get|post|put|patch|delete|head|options|trace|webhook)\s/i.test(name)) {
    reportSpecification(reader, name);
    return [];
  }
  return [{ kind: 'page', path: pagePath(reader, name) }];
}

function pagePath({ files, root }: NavigationReader, name: string): string {
  const base = joinPath(root, name) ?? name;
  const found = ['.mdx', '.md', '', '/index.mdx', '/index.md'].find((ending) => files.has(base + ending));
  return found === undefined ? `${base}.mdx` : base + found;
}

/** A title for a page whose front matter has none. */
export const titleOfPage = (path: string): string => titleOfFileName(fileNameOf(path));
