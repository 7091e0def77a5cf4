import { type DescribedRoot, describeRoots } from '@lectern/import/formats/describe-roots';
import { type DocumentationRoot, findRoots } from '@lectern/import/formats/find-roots';
import {
  detectFormat,
  findFormat,
  type RecognizedFormat,
  recognizeFormats,
  reportOtherDocuments,
} from '@lectern/import/formats/import-formats';
import type { ConvertOptions, ImportedContent } from '@lectern/import/imported-content';
import { cutText } from '@lectern/std/cut-text';
import { appendTo } from '@lectern/std/long-lists';
import { ThreadLimitError } from '../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../platform/threads/thread-task.ts';
import type { Threads } from '../../platform/threads/threads.ts';
import { formatMismatch, nothingToImport, sourceTooComplex } from './import-failures.ts';
import { openStoredFiles, type StoredFile } from './sources/stored-files.ts';

interface ConversionInput {
  stored: readonly StoredFile[];
  /** The name of the format; found out if absent. */
  format: string | undefined;
  options: ConvertOptions;
  /** Whether to find out which formats fit, and which folders have documentation. */
  isRecognized?: boolean;
}

/** The content of a source. */
export interface Recognition {
  /** The formats that fit, the one that is used by default first. */
  formats: RecognizedFormat[];
  roots: DocumentationRoot[];
}

interface Conversion {
  format: string;
  label: string;
  /** The result of the format, or the reason for its failure. */
  result: ImportedContent | { failure: string };
  recognition: Recognition | undefined;
}

/** Converts the files of a source in a thread. Undefined: they are of no format. */
export const convertImportTask = defineThreadTask(
  'convert-import',
  async ({
    stored,
    format: named,
    options,
    isRecognized,
  }: ConversionInput): Promise<Conversion | undefined> => {
    const files = openStoredFiles(stored);
    const format = named === undefined ? await detectFormat(files) : findFormat(named);
    if (!format) return undefined;
    const { name, label } = format;
    const recognition = isRecognized
      ? { formats: await recognizeFormats(files), roots: findRoots(files.paths) }
      : undefined;
    try {
      const content = await format.convert(files, options);
      appendTo(content.problems, [...files.listProblems(), ...reportOtherDocuments(name, files)]);
      return { format: name, label, result: content, recognition };
    } catch (error) {
      // A copy would lose the class of the error.
      return {
        format: name,
        label,
        result: { failure: error instanceof Error ? error.message : String(error) },
        recognition,
      };
    }
  },
);

/** Finds the sets of documentation in a source, in a thread. */
export const describeImportTask = defineThreadTask(
  'describe-import',
  ({ stored, sourceName }: { stored: readonly StoredFile[]; sourceName: string }): Promise<DescribedRoot[]> =>
    describeRoots(openStoredFiles(stored), sourceName),
);

/** The limit for all pages of a source. */
const MAX_CONVERSION_MS = 600_000;
/** Finding them reads only configurations and first pages. */
const MAX_DESCRIPTION_MS = 60_000;

/** Finds the sets of documentation in a source off the main thread. */
export const describeFiles = (
  threads: Pick<Threads, 'run'>,
  input: { stored: readonly StoredFile[]; sourceName: string },
  signal: AbortSignal,
): Promise<DescribedRoot[]> =>
  withinLimits(
    threads.run(describeImportTask, input, { lane: 'job', deadlineMs: MAX_DESCRIPTION_MS, signal }),
  );

/** Converts the files of a source off the main thread. */
export async function convertFiles(
  threads: Pick<Threads, 'run'>,
  input: ConversionInput,
  signal: AbortSignal,
): Promise<{ format: string; content: ImportedContent; recognition: Recognition | undefined }> {
  const options = { lane: 'job', deadlineMs: MAX_CONVERSION_MS, signal } as const;
  const converted = await withinLimits(threads.run(convertImportTask, input, options));
  if (!converted) throw nothingToImport('The source has no files of a kind that can be imported.');
  const { format, label, result, recognition } = converted;
  if ('failure' in result)
    throw formatMismatch(
      `The files could not be read as ${label}: ${cutText(result.failure, 500).replace(/\.$/, '')}.`,
    );
  return { format, content: result, recognition };
}

/** Turns the limits of threads into errors of imports. */
async function withinLimits<Result>(running: Promise<Result>): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    throw sourceTooComplex(
      error.limit === 'time'
        ? 'Reading the files takes too much time.'
        : 'Reading the files takes too much memory.',
    );
  }
}
