import { createReferences } from '../../src/rendering/references.ts';
import { renderDocument as renderHtml } from '../../src/rendering/render-blocks.ts';
import { inspectSource } from '../../src/content/facts/document-facts.ts';
import { parseMarkdown } from '../../src/content/documents/parse-markdown.ts';
import { writeMarkdown } from '../../src/content/documents/write-markdown.ts';
import { resolveReferences } from '../../src/content/documents/resolve-references.ts';
import { readReferences } from '../../src/content/facts/references.ts';
import { readSections } from '../../src/content/facts/sections.ts';
import { EMPTY_SNAPSHOT } from '../../src/content/tree/snapshot.ts';
import { markdownFamilies, frontMatterFamilies } from './markdown-families.ts';

export interface Subject {
  name: string;
  n: number;
  run: (input: string) => unknown;
  make: (n: number) => string;
}

const references = createReferences(
  { snapshot: EMPTY_SNAPSHOT, space: { spaceId: 'a' }, fileUrl: () => '' } as never,
  { page: () => 'a', space: () => 'a', collection: () => 'a' },
  undefined,
);

/** All that is done with a page: when it is imported, read and written. */
function handlePage(source: string): unknown {
  const parsed = parseMarkdown(source);
  const document = resolveReferences(parsed.document, (url) => ({ kind: 'url', url }));
  return [
    parsed,
    readSections(parsed),
    readReferences(parsed, {}),
    String(renderHtml(document, references)),
    writeMarkdown(document),
  ];
}

export const subjects: Subject[] = [
  ...Object.entries(markdownFamilies).map(([name, make]) => ({ name: `page: ${name}`, n: 100, make, run: handlePage })),
  ...Object.entries(frontMatterFamilies).map(([name, make]) => ({
    name: `front matter: ${name}`,
    n: 100,
    make: (n: number) => `---\n${make(n)}\n---\n`,
    run: (source: string) => inspectSource(Buffer.from(source)),
  })),
];
