import type { FileEntry, RepositoryFiles } from '../layout/repository-files.ts';
import type { RepositoryReader } from './repository.ts';

/** The files of a commit as the layout reads them. */
export function createRepositoryFiles(
  repository: RepositoryReader,
  files: readonly FileEntry[],
): RepositoryFiles {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    list: () => files,
    readTexts: async (paths) => {
      const wanted = paths.flatMap((path) => byPath.get(path) ?? []);
      const texts = new Map<string, string>();
      const oids = new Set(wanted.map((file) => file.oid));
      const byOid = new Map<string, string>();
      if (oids.size > 0) {
        for await (const { oid, content } of repository.readBlobs(oids)) {
          if (content) byOid.set(oid, content.toString('utf8'));
        }
      }
      for (const { path, oid } of wanted) {
        const text = byOid.get(oid);
        if (text !== undefined) texts.set(path, text);
      }
      return texts;
    },
  };
}
