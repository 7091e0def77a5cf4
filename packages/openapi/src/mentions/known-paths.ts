import type { ChangedNames } from './changed-names.ts';

/** A path with each parameter as `{}`: the same for any names of parameters. */
export const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

interface Template {
  shape: string;
  /** The text before and after the parameter of each segment; a segment without a parameter is all in `start`. */
  segments: { start: string; end: string; hasParameter: boolean }[];
  /** The number of segments without a parameter. */
  literals: number;
}

/** A path as it is written in a text. */
export interface WrittenPath {
  segments: readonly string[];
  /** Whether any text can be the value of a parameter, or only text that looks like a placeholder or an id. */
  isCall: boolean;
}

/** Segments that are often between the host and the path. */
const VERSION = /^(?:api|rest|v\d[\w.]{0,20}|\d{4}-\d{2}-\d{2})$/i;
const MAX_BASE_SEGMENTS = 3;

/** The paths of a spec, for finding the one that a text names. */
export class KnownPaths {
  readonly #templates = new Map<string, Template[]>();
  readonly #bases: readonly string[][];

  constructor({ paths, bases }: Pick<ChangedNames, 'paths' | 'bases'>) {
    this.#bases = bases.map(segmentsOf).filter((base) => base.length > 0);
    for (const path of paths) {
      const template = toTemplate(path);
      const key = keyOf(template.segments.length, template.segments[0]?.start);
      const same = this.#templates.get(key);
      if (same) same.push(template);
      else this.#templates.set(key, [template]);
    }
    for (const same of this.#templates.values()) same.sort((one, other) => other.literals - one.literals);
  }

  /**
   * Returns the shape of the path that a text names; undefined if it is not in this spec. `isVague`: the path consists
   * of parameters only, or is empty, so that many texts match it.
   */
  find(written: WrittenPath): { shape: string; isVague: boolean } | undefined {
    const { segments } = written;
    for (const length of this.#findBases(written)) {
      const found = this.#match(segments.slice(length), written);
      if (found) return { shape: found.shape, isVague: found.literals === 0 };
    }
    return undefined;
  }

  /** Yields the numbers of segments at the beginning that may belong to the server, beginning with none. */
  *#findBases({ segments }: WrittenPath): Generator<number> {
    yield 0;
    for (const base of this.#bases)
      if (base.every((one, n) => isSegment(one, segments[n]))) yield base.length;
    for (let n = 0; n < MAX_BASE_SEGMENTS && VERSION.test(segments[n] ?? ''); n += 1) yield n + 1;
  }

  #match(segments: readonly string[], { isCall }: WrittenPath): Template | undefined {
    const [first] = segments;
    const candidates = [
      ...(this.#templates.get(keyOf(segments.length, first)) ?? []),
      ...(this.#templates.get(keyOf(segments.length, '')) ?? []),
    ];
    return candidates.find(({ segments: parts, literals }) =>
      // Any word would match a path that consists of parameters.
      parts.every((one, n) => fits(one, segments[n] as string, isCall && literals > 0)),
    );
  }
}

const keyOf = (length: number, first = ''): string => `${length}/${first}`;

export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

function toTemplate(path: string): Template {
  const segments = segmentsOf(path).map((segment) => {
    const [from, to] = [segment.indexOf('{'), segment.lastIndexOf('}')];
    return from < 0 || to < from
      ? { start: segment, end: '', hasParameter: false }
      : { start: segment.slice(0, from), end: segment.slice(to + 1), hasParameter: true };
  });
  return {
    shape: shapeOf(path),
    // A first segment that begins with text and has a parameter is filed under the segments that begin with any text.
    segments: segments.map((one, n) =>
      n === 0 && one.hasParameter && one.start !== '' ? { ...one, start: '' } : one,
    ),
    literals: segments.filter(({ hasParameter }) => !hasParameter).length,
  };
}

function fits(
  { start, end, hasParameter }: Template['segments'][number],
  segment: string,
  isCall: boolean,
): boolean {
  if (!hasParameter) return segment === start;
  if (segment.length <= start.length + end.length) return false;
  if (!segment.startsWith(start) || !segment.endsWith(end)) return false;
  return isCall || /[{}<>:$\d*]/.test(segment);
}

/** Whether a segment is that of a server, which may be a variable. */
const isSegment = (one: string, segment: string | undefined): boolean =>
  segment !== undefined && (one === segment || one.includes('{'));
