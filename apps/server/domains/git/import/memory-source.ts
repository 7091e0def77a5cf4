import { createHash } from 'node:crypto';
import { decodeFile } from '@lectern/std/utf16';
import type { ImportSource } from './import-source.ts';

/** Files that are in memory, by their paths, as a repository would hold them. */
export function createMemorySource(files: Readonly<Record<string, string | Buffer>>): ImportSource {
  const contents = new Map<string, Buffer>();
  const entries = Object.entries(files).map(([path, text]) => {
    const content = Buffer.from(text);
    const oid = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
    contents.set(oid, content);
    return { path, oid, size: content.length };
  });
  return {
    commit: undefined,
    leftOut: [],
    report: [],
    findRenames: async () => new Map(),
    async *readBlobs(oids) {
      for (const oid of oids) yield { oid, content: contents.get(oid) as Buffer };
    },
    files: {
      list: () => entries,
      readTexts: async (paths) =>
        new Map(
          entries
            .filter(({ path }) => paths.includes(path))
            .map(({ path, oid }) => [path, decodeFile(contents.get(oid) as Buffer)]),
        ),
    },
  };
}
