/** Edits of Markdown sources as people make them, by seed, for tests and measurements of merging. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Chance = () => number;

/** Makes some edits. Everything that is written contains a word that begins with `mark` and is in no other edit. */
export function editSource(
  source: string,
  { chance, mark, edits }: { chance: Chance; mark: string; edits: number },
): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  let lines = source.split(newline);
  for (let i = 0; i < edits; i++) {
    const edit = EDITS[Math.floor(chance() * EDITS.length)] as Edit;
    lines = edit(lines, `${mark}${i}`, chance) ?? lines;
  }
  return lines.join(newline);
}

/** Undefined if the source has no place for the edit. */
type Edit = (lines: readonly string[], word: string, chance: Chance) => string[] | undefined;

const EDITS: Edit[] = [
  editWord,
  editWord,
  editWord,
  addParagraph,
  deleteParagraph,
  moveParagraph,
  repeatLine,
  repeatLine,
];

function pickLine(
  lines: readonly string[],
  chance: Chance,
  matches: (line: string, at: number) => boolean,
): number | undefined {
  const found = lines.flatMap((line, at) => (matches(line, at) ? [at] : []));
  return found[Math.floor(chance() * found.length)];
}

function editWord(lines: readonly string[], word: string, chance: Chance): string[] | undefined {
  const at = pickLine(lines, chance, (line) => /[a-z]{3}/i.test(line) && !/^(?:---|```|\{%|<)/.test(line));
  if (at === undefined) return undefined;
  const words = (lines[at] as string).split(' ');
  const positions = words.flatMap((text, position) => (/^[a-z]{3,}$/i.test(text) ? [position] : []));
  const position = positions[Math.floor(chance() * positions.length)];
  if (position === undefined) return undefined;
  return lines.with(at, words.with(position, word).join(' '));
}

/** The first line of the body after the front matter and the title. */
function bodyOf(lines: readonly string[]): number {
  if (lines[0] !== '---') return 1;
  return lines.indexOf('---', 1) + 1;
}

function addParagraph(lines: readonly string[], word: string, chance: Chance): string[] | undefined {
  const start = bodyOf(lines);
  const at = pickLine(lines, chance, (line, i) => line === '' && i >= start);
  if (at === undefined) return undefined;
  return [...lines.slice(0, at), '', `A new paragraph ${word} of text.`, ...lines.slice(at)];
}

/** The lines of a paragraph with the blank line after it. */
function pickParagraph(lines: readonly string[], chance: Chance): { start: number; end: number } | undefined {
  const body = bodyOf(lines);
  const start = pickLine(
    lines,
    chance,
    (line, i) => i > body && lines[i - 1] === '' && /^[a-z]/i.test(line) && lines.indexOf('', i) > 0,
  );
  return start === undefined ? undefined : { start, end: lines.indexOf('', start) + 1 };
}

function deleteParagraph(lines: readonly string[], _: string, chance: Chance): string[] | undefined {
  const found = pickParagraph(lines, chance);
  return found && [...lines.slice(0, found.start), ...lines.slice(found.end)];
}

function moveParagraph(lines: readonly string[], _: string, chance: Chance): string[] | undefined {
  const found = pickParagraph(lines, chance);
  if (!found) return undefined;
  const moved = lines.slice(found.start, found.end);
  const rest = [...lines.slice(0, found.start), ...lines.slice(found.end)];
  const body = bodyOf(rest);
  const at = pickLine(rest, chance, (line, i) => line === '' && i > body);
  return at === undefined ? undefined : [...rest.slice(0, at + 1), ...moved, ...rest.slice(at + 1)];
}

/** A new item or row after one of its kind. */
function repeatLine(lines: readonly string[], word: string, chance: Chance): string[] | undefined {
  const at = pickLine(lines, chance, (line) => /^\s*(?:[*-]|\d+\.) \w|^\| \w/.test(line));
  if (at === undefined) return undefined;
  const line = (lines[at] as string).replace(/\w+/, word);
  return [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)];
}

export interface LineMerge {
  text: string;
  conflicts: number;
}

/** `git merge-file` on the same three texts. */
export function createGitMerge(): {
  merge(base: string, ours: string, theirs: string): LineMerge;
  close(): void;
} {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-merge-'));
  return {
    merge(base, ours, theirs) {
      const paths = { ours, base, theirs };
      for (const [name, text] of Object.entries(paths)) writeFileSync(join(directory, name), text);
      try {
        const text = execFileSync('git', ['merge-file', '-p', 'ours', 'base', 'theirs'], {
          cwd: directory,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        return { text, conflicts: 0 };
      } catch (error) {
        const { status, stdout } = error as { status: number; stdout: string };
        return { text: stdout, conflicts: status };
      }
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  };
}
