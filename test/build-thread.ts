import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';
import config from '../rolldown.config.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The built file that threads load: Node.js 20 cannot run TypeScript. */
    threadFile: string;
  }
}

/** Part of Vitest's global setup: builds what threads load from the sources that are tested. */
export async function buildThread(project: TestProject, folder: string): Promise<void> {
  const dir = join(folder, 'threads');
  await build({
    ...config,
    input: { thread: 'apps/cli/service/thread.ts' },
    output: { ...config.output, dir, sourcemap: false },
  });
  // Threads load grammars and icons from their packages when they are first needed.
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'), 'junction');
  project.provide('threadFile', join(dir, 'thread.js'));
}
