import type { ImportFormat } from '../../imported-content.ts';
import { createProblems } from '../shared/problems.ts';
import { convertBookFiles } from './book-file.ts';
import { convertPortableArchive, isPortableArchive, readPortableData } from './portable-archive.ts';

/** Exports of BookStack: the portable archive, or a book in one file of HTML or Markdown. */
export const bookStackFormat: ImportFormat = {
  name: 'bookstack',
  label: 'BookStack',
  // A book in one file has nothing that identifies it.
  detect: async (files) =>
    isPortableArchive(files) && readPortableData(await files.readText('data.json')) !== undefined,
  findDeciding: () => ['data.json'],
  async convert(files) {
    const problems = createProblems();
    return isPortableArchive(files)
      ? convertPortableArchive(files, problems)
      : convertBookFiles(files, problems);
  },
};
