import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { testAssets } from '../../../test/assets.ts';
import type { SiteGround } from '../machines/site.fixtures.ts';
import { type BuildOptions, buildStaticSite, type StaticSite } from './build-static-site.ts';

/** A folder for builds, which is removed with everything in it. */
export async function createScratch(): Promise<{ path(name: string): string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-static-'));
  return { path: (name) => join(root, name), remove: () => rm(root, { recursive: true, force: true }) };
}

/** Builds a site of a test. */
export async function buildSite(
  { app }: Pick<SiteGround, 'app'>,
  siteId: string,
  options: Partial<BuildOptions> & Pick<BuildOptions, 'folder'>,
): Promise<StaticSite> {
  const site = await app.context.pointers.sites.find(siteId);
  if (!site) throw new Error('There is no such site.');
  return buildStaticSite(app.context, {
    site,
    assets: testAssets(),
    baseUrl: 'https://docs.example.com/',
    ...options,
  });
}

/** All files of a folder, by their paths in it. */
export async function readFolder(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = posix.join(entry.parentPath.slice(folder.length + 1), entry.name);
    files.set(path, await readFile(join(folder, path)));
  }
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}
