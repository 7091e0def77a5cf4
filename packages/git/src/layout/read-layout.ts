import { createFileIndex, joinPath } from './file-index.ts';
import { buildFolderTree } from './folder-tree.ts';
import type { LayoutFile, LayoutNode, RepositoryLayout } from './layout.ts';
import { findPageTitle, nameOf } from './page-title.ts';
import type { FileEntry, ReportEntry, RepositoryFiles } from './repository-files.ts';
import { readSpaceConfig } from './space-config.ts';
import { readIncludes, readTags, readVariables, tagsPath, variablesPath } from './space-facts.ts';
import { buildSummaryTree } from './summary-tree.ts';

const IS_PAGE = /\.(?:md|markdown)$/i;

/**
 * Reads the structure of a space from a repository: its page tree and all other files. No content makes it fail;
 * unknown constructs are reported.
 *
 * A README.md at the space's root that SUMMARY.md does not list becomes the first page: `structure.readme` names it by
 * default, and links to it would break otherwise. Other Markdown that is not listed is kept as a file.
 */
export async function readRepositoryLayout(
  files: RepositoryFiles,
  options: { projectDirectory?: string | undefined } = {},
): Promise<RepositoryLayout> {
  const report: ReportEntry[] = [];
  const index = createFileIndex(files.list());
  const projectDirectory = joinPath('', (options.projectDirectory ?? '').replace(/^\/+/, '')) ?? '';
  if (projectDirectory !== '' && !index.hasFolder(projectDirectory)) {
    report.push({
      severity: 'error',
      reason: 'missing-directory',
      path: projectDirectory,
      message: `The repository has no directory ${projectDirectory}.`,
    });
  }
  const config = await readSpaceConfig(files, index, projectDirectory, report);
  const { root, readmePath, summaryPath } = config;
  const content = files
    .list()
    .filter((file) => isContent(file.path, root) && file.path !== config.configPath);
  const includePaths = content.filter((file) => isInclude(file.path, root)).map((file) => file.path);
  const own = new Set([variablesPath(root), tagsPath(root), summaryPath, ...includePaths]);

  const summary = (await files.readTexts([summaryPath])).get(summaryPath);
  let nodes: LayoutNode[];
  if (summary === undefined) {
    const pages = content.filter(
      (file) => IS_PAGE.test(file.path) && !own.has(file.path) && !isHidden(file.path, root),
    );
    nodes = await buildFolderTree(files, pages, { root, readmePath, report });
  } else {
    nodes = buildSummaryTree({ text: summary, summaryPath, root, index, report });
    await nameUntitled(files, nodes);
    const readme = index.get(readmePath);
    if (readme && !listedPaths(nodes).has(readmePath)) {
      const text = (await files.readTexts([readmePath])).get(readmePath) ?? '';
      nodes.unshift({
        type: 'document',
        title: findPageTitle(text) ?? nameOf(readmePath),
        path: readmePath,
        children: [],
      });
      report.push({
        severity: 'warning',
        reason: 'unlisted-page',
        path: readmePath,
        message: `${readmePath} is not listed in ${summaryPath}. It became the first page.`,
      });
    }
  }
  const pages = listedPaths(nodes);
  return {
    root,
    summaryPath: summary === undefined ? undefined : summaryPath,
    nodes,
    includes: await readIncludes(
      files,
      includePaths.filter((path) => !pages.has(path)),
      report,
    ),
    files: content.filter((file) => !own.has(file.path) && !pages.has(file.path)).map(asLayoutFile),
    variables: await readVariables(files, root, report),
    tags: await readTags(files, root, report),
    redirects: config.redirects,
    report,
  };
}

/** An entry of SUMMARY.md without a text is called as its page calls itself. */
async function nameUntitled(files: RepositoryFiles, nodes: readonly LayoutNode[]): Promise<void> {
  const untitled = new Map<string, LayoutNode>();
  const collect = (list: readonly LayoutNode[]): void => {
    for (const node of list) {
      if (node.type === 'document' && node.path !== undefined && node.title.trim() === '')
        untitled.set(node.path, node);
      collect(node.children);
    }
  };
  collect(nodes);
  const texts = await files.readTexts([...untitled.keys()]);
  for (const [path, node] of untitled) node.title = findPageTitle(texts.get(path) ?? '') ?? nameOf(path);
}

const asLayoutFile = ({ path, oid, size }: FileEntry): LayoutFile => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  oid,
  size,
});

/** The paths of all pages of a tree. */
function listedPaths(nodes: readonly LayoutNode[], found = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.type === 'document' && node.path !== undefined) found.add(node.path);
    listedPaths(node.children, found);
  }
  return found;
}

const relativeTo = (path: string, root: string): string | undefined => {
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
};

function isInclude(path: string, root: string): boolean {
  return IS_PAGE.test(path) && relativeTo(path, root)?.startsWith('.gitbook/includes/') === true;
}

/** Whether a file is content: below the root, and no file of a tool. Of hidden files, only GitBook's own assets are. */
function isContent(path: string, root: string): boolean {
  const relative = relativeTo(path, root);
  if (relative === undefined) return false;
  if (isInclude(path, root) || path === variablesPath(root) || path === tagsPath(root)) return true;
  const parts = relative.split('/');
  const assets = parts.findIndex((part, at) => part === '.gitbook' && parts[at + 1] === 'assets');
  const own = assets === -1 || assets + 2 >= parts.length ? parts : parts.slice(0, assets);
  return own.every((part) => !part.startsWith('.'));
}

const isHidden = (path: string, root: string): boolean =>
  relativeTo(path, root)!
    .split('/')
    .some((part) => part.startsWith('.'));
