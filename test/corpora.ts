/** The real repositories, as the spaces that they contain. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Files } from './content.ts';
import { type CorpusName, loadCorpus } from './git-fixtures.ts';

export interface CorpusSpace {
  /** The folder in the repository; empty for its root. */
  folder: string;
  content: Files;
}

/** Reads the spaces of a repository: the folders with a table of contents. `directory`: the folder for the clone. */
export async function readCorpus(name: CorpusName, directory: string): Promise<CorpusSpace[]> {
  const bare = await loadCorpus(name, join(directory, `${name}.git`));
  const tree = join(directory, name);
  execFileSync('git', ['-c', 'core.autocrlf=false', 'clone', '--quiet', bare.directory, tree]);
  const paths = readdirSync(tree, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.git/') && statSync(join(tree, path)).isFile(),
  );
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(tree, path))]));
  if (name !== 'gitbook-example-site') return [{ folder: '', content: files }];
  return paths
    .filter((path) => posix.basename(path) === 'SUMMARY.md')
    .map((summary) => {
      const folder = posix.dirname(summary);
      const inside = Object.entries(files).filter(([path]) => path.startsWith(`${folder}/`));
      return {
        folder,
        content: Object.fromEntries(inside.map(([path, text]) => [path.slice(folder.length + 1), text])),
      };
    });
}
