/** The corpus of the comparison, in the form that each program reads. The repository itself is never changed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { proseFiles } from '../prose.ts';

export type CorpusFiles = Record<string, string | Buffer>;

export interface Entry {
  title: string;
  /** The path of the page's file; undefined: a group. */
  path: string | undefined;
  entries: Entry[];
}

/**
 * Clones the corpus into a scratch folder and reads it. Covers are left out for all, because only one of the programs
 * shows them, and the page of the site's beginning gets the heading that only its entry in the table of contents has.
 */
export function readCorpus(bundle: string, scratch: string): CorpusFiles {
  const folder = join(scratch, 'corpus');
  rmSync(folder, { recursive: true, force: true });
  execFileSync('git', ['-c', 'core.autocrlf=false', 'clone', '--quiet', bundle, folder]);
  const files: CorpusFiles = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = posix.relative(folder, posix.join(entry.parentPath, entry.name));
    if (!entry.isFile() || path.startsWith('.git/')) continue;
    const bytes = readFileSync(join(folder, path));
    files[path] = path.endsWith('.md') ? String(bytes).replace(/^cover(?:Y)?:.*\n/gm, '') : bytes;
  }
  files['about/README.md'] = String(files['about/README.md']).replace(
    /^(?:---\n[\s\S]*?---\n)?/,
    '$&\n# About\n',
  );
  return files;
}

/** Made-up pages. */
export const makeCorpus = (pages: number): CorpusFiles => proseFiles(pages, 1) as CorpusFiles;

function listPagePaths(files: CorpusFiles): string[] {
  return Object.keys(files).filter((path) => path.endsWith('.md') && !path.startsWith('SUMMARY'));
}

/** Reads the table of contents. */
export function readEntries(files: CorpusFiles): Entry[] {
  const top: Entry = { title: '', path: undefined, entries: [] };
  const open = [top];
  for (const line of String(files['SUMMARY.md']).split('\n')) {
    const [, indent, text] = /^( *)[-*] (.+)$/.exec(line) ?? [];
    if (indent === undefined || text === undefined) continue;
    const [, title, path] = /^\[(.+)\]\((.+)\)$/.exec(text) ?? [];
    const entry = { title: title ?? text, path, entries: [] };
    const depth = indent.length / 2;
    open.length = depth + 1;
    open[depth]?.entries.push(entry);
    open.push(entry);
  }
  return top.entries;
}

/** The address of a page below the site, as all programs here write it. */
export const addressOf = (path: string): string =>
  `/${path.replace(/(?:^|(?<=\/))README\.md$/, '').replace(/\.md$/, '')}`;

/**
 * Writes the pages as other generators read them: `README.md` is `index.md`, hints are their containers of the given
 * names, tags around code, embeds and content references are left out and what they hold stays, links lead to addresses
 * from the root, and pages that have a title in the front matter say it only there.
 */
export function writePages(
  files: CorpusFiles,
  folder: string,
  { hints, hasTitleInFrontMatter }: { hints: Record<string, string>; hasTitleInFrontMatter: boolean },
): void {
  rmSync(folder, { recursive: true, force: true });
  for (const path of listPagePaths(files)) {
    const adjusted = adjustLinks(adjustTags(String(files[path]), hints), path);
    const target = join(folder, path.replace(/README\.md$/, 'index.md'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, hasTitleInFrontMatter ? moveTitle(adjusted) : adjusted);
  }
}

function adjustTags(source: string, hints: Record<string, string>): string {
  return source
    .replace(/\{% hint style="(\w+)" %\}/g, (_, style: string) => `:::${hints[style] ?? hints.info}`)
    .replace(/\{% endhint %\}/g, ':::')
    .replace(/^\s*\{% (?:end)?(?:code|content-ref)\b[^\n]*%\}\s*?\n/gm, '')
    .replace(/\{% embed url="([^"]+)" %\}(?:\n.*\n\{% endembed %\})?/g, '[$1]($1)');
}

function adjustLinks(source: string, path: string): string {
  return source.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, target: string) => {
    const [file = '', anchor] = target.split('#');
    const whole = posix.join('/', file.startsWith('/') ? '' : dirname(path), file).slice(1);
    return `](${addressOf(whole)}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

function moveTitle(source: string): string {
  const [, front = '', body = source] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(source) ?? [];
  const title = /^# (.+)$/m.exec(body)?.[1] ?? 'Page';
  return `---\ntitle: ${JSON.stringify(title)}\n${front}---\n${body.replace(/^# .+\n/m, '')}`;
}
