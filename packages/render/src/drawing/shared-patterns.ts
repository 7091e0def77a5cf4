import type { PatternScanner, RegexEngine, RegexEngineString } from '@shikijs/primitive';
import { listNeededTexts } from './needed-text.ts';

type Match = NonNullable<ReturnType<PatternScanner['findNextMatchSync']>>;
type Captures = Match['captureIndices'];

/** Where a pattern matches in a line next. It holds until the place of the match. */
interface Found {
  line: Line | undefined;
  from: number;
  captures: Captures | undefined;
}

/** A line, or the part of one that is read again for a rule within it: `depth` of them are open around it. */
class Line implements RegexEngineString {
  readonly content: string;
  readonly depth: number;
  readonly read: RegexEngineString;
  readonly #end: () => void;

  constructor(read: RegexEngineString, depth: number, end: () => void) {
    this.content = read.content;
    this.depth = depth;
    this.read = read;
    this.#end = end;
  }

  dispose(): void {
    this.#end();
    this.read.dispose?.();
  }
}

/** One pattern of as many rules as have it. */
class Pattern {
  scanners = 0;
  readonly #source: string;
  readonly #engine: RegexEngine;
  readonly #needed: readonly (readonly string[])[];
  /** Such a pattern matches at the place where the search begins, wherever that is. */
  readonly #looksAtStart: boolean;
  readonly #found: Found[] = [];
  #scanner: PatternScanner | undefined;

  constructor(engine: RegexEngine, source: string) {
    this.#engine = engine;
    this.#source = source;
    this.#needed = listNeededTexts(source);
    this.#looksAtStart = source.includes('\\G');
  }

  find(line: Line, from: number): Captures | undefined {
    this.#found[line.depth] ??= { line: undefined, from: 0, captures: undefined };
    const found = this.#found[line.depth] as Found;
    if (found.line === line && this.#holds(found, from)) return found.captures;
    found.captures = this.#hasNeeded(line.content, from) ? this.#match(line, from) : undefined;
    found.line = line;
    found.from = from;
    return found.captures;
  }

  dispose(): void {
    this.#scanner?.dispose?.();
    this.#scanner = undefined;
  }

  #holds({ from: before, captures }: Found, from: number): boolean {
    if (this.#looksAtStart) return before === from;
    return before <= from && (captures === undefined || startOf(captures) >= from);
  }

  /** Called a million times in large documents: written as loops, it takes half as long. */
  #hasNeeded(text: string, from: number): boolean {
    for (const texts of this.#needed) if (!hasOne(text, texts, from)) return false;
    return true;
  }

  #match(line: Line, from: number): Captures | undefined {
    this.#scanner ??= this.#engine.createScanner([this.#source]);
    return this.#scanner.findNextMatchSync(line.read, from, 0)?.captureIndices;
  }
}

function hasOne(text: string, wanted: readonly string[], from: number): boolean {
  for (const one of wanted) if (text.indexOf(one, from) >= 0) return true;
  return false;
}

const startOf = (captures: Captures): number => captures[0]?.start ?? 0;

/**
 * An engine that compiles each pattern once, when it is first looked for, and looks for it once in a line. Rules
 * include each other's patterns, so that grammars have fifteen times as many as there are different ones.
 */
export function sharePatterns(engine: RegexEngine): RegexEngine {
  const known = new Map<string, Pattern>();
  let open = 0;

  function take(source: string): Pattern {
    const pattern = known.get(source) ?? new Pattern(engine, source);
    known.set(source, pattern);
    pattern.scanners += 1;
    return pattern;
  }

  /** Patterns with text of a document come and go with it. */
  function leave(source: string): void {
    const pattern = known.get(source);
    if (!pattern) return;
    pattern.scanners -= 1;
    if (pattern.scanners > 0) return;
    known.delete(source);
    pattern.dispose();
  }

  return {
    createString: (text) => {
      const depth = open;
      open += 1;
      return new Line(engine.createString(text), depth, () => {
        open -= 1;
      });
    },
    createScanner: (written) => {
      const sources = written.map((one) => (typeof one === 'string' ? one : one.source));
      const patterns = sources.map(take);
      return {
        findNextMatchSync: (line, from) => findFirst(patterns, line as Line, from),
        dispose: () => sources.forEach(leave),
      };
    },
  };
}

/** The first match in the line; of matches at one place that of the first pattern. */
function findFirst(patterns: readonly Pattern[], line: Line, from: number): Match | null {
  let first: Match | null = null;
  let firstStart = Number.POSITIVE_INFINITY;
  for (let index = 0; index < patterns.length; index += 1) {
    const captureIndices = (patterns[index] as Pattern).find(line, from);
    if (!captureIndices || startOf(captureIndices) >= firstStart) continue;
    first = { index, captureIndices };
    firstStart = startOf(captureIndices);
    if (firstStart === from) break;
  }
  return first;
}
