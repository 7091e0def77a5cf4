import { createHash } from 'node:crypto';
import type { InlineImage } from '../html/convert-html.ts';
import type { ImportedFile } from '../imported-content.ts';

/** Collects the images that are embedded in pages; equal ones become one file. */
export function createInlineImages(): { files: ImportedFile[]; keep(image: InlineImage): string } {
  const files: ImportedFile[] = [];
  const known = new Set<string>();
  return {
    files,
    keep({ contentType, bytes }) {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      const extension = /^image\/(\w+)/.exec(contentType)?.[1]?.replace('jpeg', 'jpg') ?? 'bin';
      const path = `/inline-images/${hash}.${extension}`;
      if (!known.has(path)) files.push({ path, bytes, name: `image-${files.length + 1}.${extension}` });
      known.add(path);
      return path;
    },
  };
}
