import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { cutText } from '@lectern/std/cut-text';
import { bundleFiles } from './bundle-files.ts';
import { checkSpec, type FoundProblem, readVersion } from './check-spec.ts';
import { listFilesOf, resolveReference, walkFileReferences } from './file-references.ts';
import { hideInternal, mayHide } from './hide-internal.ts';
import { writeNamesAsPointers } from './identities/write-names-as-pointers.ts';
import { writeJson } from './numbers/json-text.ts';
import { MAX_PROBLEMS } from './openapi-limits.ts';
import { outlineSpec, type SpecOutline } from './outline-spec.ts';
import { readSource, type Source, type SpecFormat } from './read-source.ts';
import { pathOf } from './spec-grammar.ts';
import type { SpecProblem } from './spec-problem.ts';
import { upgradeSpec } from './upgrade-spec.ts';

/** The characters of a message, which may quote names of any length. */
const MAX_TEXT = 500;

/** One file as it was sent or fetched. */
export interface SpecFile {
  url: string;
  bytes: Uint8Array;
}

export interface SpecInput {
  /** The entry first, then all that were fetched for it. */
  files: readonly [SpecFile, ...SpecFile[]];
  /** Whether it may refer to other files: a text cannot. */
  mayRefer: boolean;
  /** Files that could not be fetched, with the reason. */
  unreadable: readonly { url: string; reason: string }[];
}

/** The form of the parser's `load`. */
export interface FilesystemEntry {
  dir: string;
  isEntrypoint: boolean;
  references: string[];
  filename: string;
  specification: object;
}

export interface ProcessedSpec {
  state: 'processed';
  format: SpecFormat;
  /** The version that the source has. */
  specVersion: string;
  /** SHA-256 of the files. */
  hash: Uint8Array;
  /** The filesystem as JSON, compressed with gzip: one entry of the version 3.1 or 3.2 that refers to no other file. */
  filesystem: Uint8Array;
  /** The text of the entry file, compressed with gzip. */
  source: Uint8Array;
  outline: SpecOutline;
  problems: SpecProblem[];
  problemCount: number;
}

export type SpecOutcome =
  | ProcessedSpec
  | { state: 'failed'; problems: SpecProblem[]; problemCount: number }
  /** Other files are needed first. */
  | { state: 'incomplete'; wanted: string[] };

/** What became of a spec that cannot be used, or not yet. */
type UnusedSpec = Exclude<SpecOutcome, ProcessedSpec>;

/** A spec as one file of the version 3.1 or 3.2. */
export interface ConvertedSpec {
  state: 'converted';
  source: Source;
  /** The version that the source has. */
  specVersion: string;
  spec: Record<string, unknown>;
  filesystem: ProcessedSpec['filesystem'];
  problems: FoundProblem[];
}

/** Reads and checks a spec, and converts it to one file of OpenAPI 3.1, or of 3.2 if that is its version. */
export function processSpec(input: SpecInput): SpecOutcome {
  const converted = convertSpec(input, checkSpec);
  if (converted.state !== 'converted') return converted;
  const { source, specVersion, spec, filesystem, problems } = converted;
  return {
    state: 'processed',
    format: source.format,
    specVersion,
    hash: hashOf(input.files),
    filesystem,
    source: gzipSync(source.text),
    outline: outlineSpec(spec),
    ...report(problems, source),
  };
}

/**
 * Turns a spec into one file, which is all that its readers need. `check` finds problems that do not prevent its use,
 * before anything in it changes.
 */
export function convertSpec(
  input: SpecInput,
  check: (spec: Record<string, unknown>) => Iterable<FoundProblem> = () => [],
): ConvertedSpec | UnusedSpec {
  const [entry] = input.files;
  const sources = new Map<string, Source>();
  for (const { url, bytes } of input.files) {
    const source = readSource(bytes);
    if (Array.isArray(source)) return failToRead(source, url === entry.url ? undefined : url);
    sources.set(url, source);
  }
  const source = sources.get(entry.url) as Source;
  const version = readVersion(source.value);
  if (typeof version !== 'string') return fail(source, [version]);
  const named = nameByPointers(version, input, sources);
  const wanted = input.mayRefer ? listWanted(input, sources) : [];
  if (wanted.length > 0) return { state: 'incomplete', wanted };
  const references = source.mayReferOut ? findUnusable(input, sources, source) : [];
  if (references.some(({ severity }) => severity === 'error')) return fail(source, references);
  const problems = [...references, ...check(source.value as Record<string, unknown>)].filter(
    ({ path }) => !named.isCopy(path),
  );
  if (named.isCut) problems.push(TOO_MANY_SCOPES);
  const upgraded = upgradeSpec(source.value as Record<string, unknown>, source);
  if ('severity' in upgraded) return fail(source, [upgraded]);
  const { spec } = upgraded;
  return {
    state: 'converted',
    source,
    specVersion: version,
    spec,
    filesystem: pack(entry, source, spec),
    problems,
  };
}

const TOO_MANY_SCOPES: FoundProblem = {
  severity: 'warning',
  code: 'too-large',
  message:
    'Too many schemas change with their dynamic scope: some “$dynamicRef” lead to the schema beside them.',
  path: [],
};

/** Since version 3.1, schemas have addresses and anchors. */
function nameByPointers(
  version: string,
  { files: [entry], unreadable }: SpecInput,
  sources: ReadonlyMap<string, Source>,
): { isCut: boolean; isCopy: (path: FoundProblem['path']) => boolean } {
  if (!/^3\.[12]/.test(version) || ![...sources.values()].some(({ hasNames }) => hasNames))
    return { isCut: false, isCopy: () => false };
  const failed = new Set(unreadable.map(({ url }) => url));
  const files = new Map([...sources].map(([url, { value }]) => [url, value]));
  const { copies, isCut } = writeNamesAsPointers(files, (url) => failed.has(url));
  const paths = copies.filter(({ file }) => file === entry.url).map(({ path }) => path);
  return {
    isCut,
    isCopy: (path) => path !== undefined && paths.some((copy) => copy.every((key, n) => path[n] === key)),
  };
}

/** Writes a spec without its internal parts. Removes them from `spec`. */
function pack({ url }: SpecFile, { format }: Source, spec: Record<string, unknown>): Uint8Array {
  const entry: FilesystemEntry = {
    dir: './',
    isEntrypoint: true,
    references: [],
    filename: nameWithFormat(url, format),
    specification: spec,
  };
  let json = writeJson([entry]);
  if (mayHide(json)) {
    hideInternal(spec);
    json = writeJson([entry]);
  }
  return gzipSync(json);
}

/** Finds references to other files that cannot be followed. Combines the files that can. */
const findUnusable = (
  input: SpecInput,
  sources: ReadonlyMap<string, Source>,
  source: Source,
): FoundProblem[] => (input.mayRefer ? bundle(input, sources) : refuseFiles(source, input.files[0].url));

/** Reports the first problems, with their positions. */
function report(
  problems: readonly FoundProblem[],
  source: Source,
): { problems: SpecProblem[]; problemCount: number } {
  const first = problems.slice(0, MAX_PROBLEMS);
  const positions = source.locate(first.map(({ path = [] }) => path));
  return {
    problems: first.map(({ path, message, file, ...problem }, index) => ({
      ...problem,
      message: cutText(message, MAX_TEXT),
      ...(file === undefined ? {} : { file: cutText(file, MAX_TEXT) }),
      ...(path && positions[index]),
    })),
    problemCount: problems.length,
  };
}

const fail = (source: Source, problems: readonly FoundProblem[]): UnusedSpec => ({
  state: 'failed',
  ...report(problems, source),
});

/** A file that cannot be read at all. */
const failToRead = (problems: readonly SpecProblem[], file: string | undefined): UnusedSpec => ({
  state: 'failed',
  problems: problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => ({ ...problem, ...(file === undefined ? {} : { file: cutText(file, MAX_TEXT) }) })),
  problemCount: problems.length,
});

/** The files that are referred to, and were neither fetched nor tried. */
function listWanted({ unreadable }: SpecInput, sources: ReadonlyMap<string, Source>): string[] {
  const known = new Set([...sources.keys(), ...unreadable.map(({ url }) => url)]);
  const named = [...sources].flatMap(([url, { value, mayReferOut }]) =>
    mayReferOut ? listFilesOf(value, url) : [],
  );
  return [...new Set(named)].filter((url) => !known.has(url));
}

/** A text has no place from which other files could be found. */
const refuseFiles = (source: Source, base: string): FoundProblem[] =>
  [...walkFileReferences(source.value, base)].map(({ reference: { ref, part } }) => ({
    severity: 'error' as const,
    code: 'external-reference' as const,
    message: `The spec refers to another file, “${cutText(ref, MAX_TEXT)}”. Publish it by its URL, or as one file.`,
    path: [...pathOf(part), '$ref'],
  }));

/** Combines the files, and reports the references that lead nowhere. */
function bundle({ files, unreadable }: SpecInput, sources: ReadonlyMap<string, Source>): FoundProblem[] {
  const values = new Map([...sources].map(([url, { value }]) => [url, value]));
  const reasons = new Map(unreadable.map(({ url, reason }) => [url, reason]));
  return bundleFiles(files[0].url, values).map(({ ref, file, path }) => {
    const target = resolveReference(ref, file)?.file;
    const reason = target === undefined ? undefined : reasons.get(target);
    return {
      severity: reason === undefined ? 'warning' : 'error',
      code: reason === undefined ? 'unresolved-reference' : 'unreadable-file',
      message:
        reason === undefined
          ? `The reference “${ref}” cannot be resolved.`
          : `The file of the reference “${ref}” cannot be read: ${reason}`,
      ...(path ? { path: [...path, '$ref'] } : { file }),
    };
  });
}

function hashOf(files: SpecInput['files']): Uint8Array {
  const hash = createHash('sha256');
  // The same text from another place is the same content.
  for (const [at, { url, bytes }] of files.entries())
    hash.update(`${at === 0 ? '' : nameOf(url)} ${bytes.length}\n`).update(bytes);
  return hash.digest();
}

const nameWithFormat = (url: string, format: SpecFormat): string => {
  const name = nameOf(url);
  return name.includes('.') ? name : `${name}.${format}`;
};

const nameOf = (url: string): string => new URL(url).pathname.split('/').at(-1) || 'openapi';
