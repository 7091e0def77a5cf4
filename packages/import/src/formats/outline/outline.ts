import type { ImportFiles, ImportFormat } from '../../imported-content.ts';
import { createProblems } from '../shared/problems.ts';
import { convertOutlineJson } from './outline-json.ts';
import { convertOutlineMarkdown } from './outline-markdown.ts';

/** An export of Outline: as JSON, or as Markdown. */
export const outlineFormat: ImportFormat = {
  name: 'outline',
  label: 'Outline',
  // An archive of Markdown has no file that identifies it.
  detect: isJsonExport,
  findDeciding: (files) => files.paths.filter(isMetadata).slice(0, 1),
  async convert(files) {
    const problems = createProblems();
    return (await isJsonExport(files))
      ? convertOutlineJson(files, problems)
      : convertOutlineMarkdown(files, problems);
  },
};

const isMetadata = (path: string): boolean => /^(?:[^/]+\/)?metadata\.json$/.test(path);

const MAX_METADATA_LENGTH = 10_000;

async function isJsonExport(files: ImportFiles): Promise<boolean> {
  const path = files.paths.find(isMetadata);
  if (path === undefined || files.sizeOf(path) > MAX_METADATA_LENGTH) return false;
  const text = await files.readText(path);
  return text.includes('"exportVersion"') && text.includes('"createdById"');
}
