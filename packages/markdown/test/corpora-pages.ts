import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORPORA } from '../../../test/git-fixtures.ts';

export interface SourcePage {
  path: string;
  source: string;
}

/** The pages of the real repositories. */
export function readCorporaPages(): SourcePage[] {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-corpora-'));
  try {
    return CORPORA.flatMap((name) => {
      const bundle = fileURLToPath(new URL(`../../../../shared/corpora/${name}.bundle`, import.meta.url));
      const target = join(directory, name);
      execFileSync('git', ['-c', 'core.autocrlf=false', 'clone', '--quiet', bundle, target]);
      return readPages(target).map(({ path, source }) => ({ path: join(name, path), source }));
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Pages that were written by hand, in every style, with the line endings of Unix and of Windows. */
export function readHandWrittenPages(): SourcePage[] {
  const pages = readPages(fileURLToPath(new URL('hand-written', import.meta.url)));
  return [
    ...pages,
    ...pages.map(({ path, source }) => ({ path: `${path} (CRLF)`, source: source.replace(/\n/g, '\r\n') })),
  ];
}

function readPages(directory: string): SourcePage[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, source: readFileSync(join(directory, path), 'utf8') }));
}
