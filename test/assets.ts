import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { type Assets, createAssets } from '../apps/sites/assets.ts';
import { buildAssets } from '../scripts/build-assets.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built style sheets and scripts. */
    assetsFolder: string;
  }
}

/** Part of Vitest's global setup: builds the assets of pages from the sources that are tested. */
export async function buildTestAssets(project: TestProject, folder: string): Promise<void> {
  const dir = join(folder, 'assets');
  await buildAssets(dir);
  project.provide('assetsFolder', dir);
}

let assets: Assets | undefined;

/** Returns the assets of pages in tests, which each worker process reads once. */
export function testAssets(): Assets {
  assets ??= createAssets(inject('assetsFolder'));
  return assets;
}
