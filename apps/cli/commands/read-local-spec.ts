import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MAX_FILE_BYTES, MAX_FILES, MAX_SPEC_BYTES } from '@lectern/openapi/openapi-limits';
import { processSpec, type SpecFile } from '@lectern/openapi/process-spec';
import type { SpecProblem } from '@lectern/openapi/spec-problem';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { CommandError } from './command-error.ts';

interface LocalSpec {
  /** Undefined: the problems keep it from being one. */
  source: { text: string } | undefined;
  problems: readonly SpecProblem[];
  problemCount: number;
}

/**
 * Reads a spec from a file and the files that it refers to. One file is sent as it is; several are sent as the one that
 * they become.
 */
export async function readLocalSpec(path: string): Promise<LocalSpec> {
  const place = resolve(path);
  const entry = await readSpecFile(place);
  if (!entry) throw new CommandError(`There is no file ${place}.`);
  const files: [SpecFile, ...SpecFile[]] = [entry];
  const unreadable: { url: string; reason: string }[] = [];
  for (;;) {
    assertSize(files);
    const outcome = processSpec({ files, mayRefer: true, unreadable });
    if (outcome.state === 'failed') return { ...outcome, source: undefined };
    if (outcome.state === 'processed') {
      const text =
        files.length === 1
          ? decode(entry.bytes)
          : JSON.stringify(readStoredSpec(outcome.filesystem), undefined, 2);
      return { ...outcome, source: { text } };
    }
    for (const url of outcome.wanted) {
      const file = await readSpecFile(fileURLToPath(url));
      if (file) files.push({ ...file, url });
      else unreadable.push({ url, reason: 'There is no such file.' });
    }
  }
}

/** Undefined if there is no such file. */
async function readSpecFile(path: string): Promise<SpecFile | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  if (facts.size > MAX_FILE_BYTES)
    throw new CommandError(`${path} is larger than ${MAX_FILE_BYTES / 1_000_000} MB.`);
  return { url: pathToFileURL(path).href, bytes: await readFile(path) };
}

function assertSize(files: readonly SpecFile[]): void {
  if (files.length > MAX_FILES) throw new CommandError(`The spec refers to more than ${MAX_FILES} files.`);
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_SPEC_BYTES)
    throw new CommandError(
      `The files of the spec are larger than ${MAX_SPEC_BYTES / 1_000_000} MB in total.`,
    );
}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
