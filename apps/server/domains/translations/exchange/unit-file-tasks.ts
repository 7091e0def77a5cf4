import type { Context } from '../../../platform/context.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { readPo, writePo } from './po.ts';
import { type FileFormat, type ReadFile, type UnitFile, UnitFileError } from './unit-file.ts';
import { readXliff, writeXliff } from './xliff.ts';

const WRITE: Record<FileFormat, (file: UnitFile) => string> = { xliff: writeXliff, po: writePo };
const READ: Record<FileFormat, (text: string) => ReadFile> = { xliff: readXliff, po: readPo };

export const writeUnitFileTask = defineThreadTask(
  'write-unit-file',
  ({ format, file }: { format: FileFormat; file: UnitFile }) => WRITE[format](file),
);

/** Reads a file. Returns a problem instead of throwing, because errors lose their class between threads. */
export const readUnitFileTask = defineThreadTask(
  'read-unit-file',
  ({ format, text }: { format: FileFormat; text: string }): ReadFile | { problem: string } => {
    try {
      return READ[format](text);
    } catch (error) {
      if (error instanceof UnitFileError) return { problem: error.message };
      throw error;
    }
  },
);

const DEADLINE_MS = 30_000;

export const writeInThread = (
  { threads }: Pick<Context, 'threads'>,
  format: FileFormat,
  file: UnitFile,
): Promise<string> =>
  runBySize(
    threads,
    writeUnitFileTask,
    { format, file },
    {
      lane: 'request',
      deadlineMs: DEADLINE_MS,
      length: file.pages.flatMap(({ units }) => units).reduce((sum, { unit }) => sum + unit.length, 0),
    },
  );

export const readInThread = (
  { threads }: Pick<Context, 'threads'>,
  input: { format: FileFormat; text: string },
): Promise<ReadFile | { problem: string }> =>
  runBySize(threads, readUnitFileTask, input, {
    lane: 'request',
    deadlineMs: DEADLINE_MS,
    length: input.text.length,
  });
