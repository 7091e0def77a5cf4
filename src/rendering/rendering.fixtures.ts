import { parseMarkdown } from '../content/documents/parse-markdown.ts';
import { resolveReferences } from '../content/documents/resolve-references.ts';
import { drawPieces } from './drawing/draw-pieces.ts';
import { listPieces } from './list-pieces.ts';
import type { References } from './references.ts';
import { type RenderedDocument, renderDocument } from './render-document.ts';

/**
 * Pages and web addresses lead somewhere; files of the space have a size, and pictures their dimensions. Those whose
 * name begins with `large` have a smaller size.
 */
const REFERENCES: References = {
  find(reference) {
    if (reference.kind === 'file')
      return { href: `/f/${reference.file}`, title: reference.file, size: 12_345 };
    if (reference.kind === 'page') return { href: `/p/${reference.page}`, title: `Page ${reference.page}` };
    if (reference.kind === 'anchor') return { href: `#${reference.anchor}`, title: reference.anchor };
    if (reference.kind !== 'url' || !/^https?:\/\//.test(reference.url)) return undefined;
    return { href: reference.url, title: reference.url };
  },
  findPicture(reference) {
    if (reference.kind !== 'file') return undefined;
    const src = `/f/${reference.file}`;
    return reference.file.startsWith('large')
      ? { src, width: 2000, height: 1000, sizes: [{ src: `${src}?width=480`, width: 480 }] }
      : { src, width: 800, height: 600 };
  },
};

/** Renders Markdown below a title. Targets that end in `.md` are pages, those with another ending are files. */
export const render = (markdown: string): Promise<RenderedDocument> => renderPage(`# Title\n\n${markdown}`);

/** Renders a page with its front matter and title. */
export async function renderPage(source: string): Promise<RenderedDocument> {
  const { document } = parseMarkdown(source);
  const { nodes } = resolveReferences(document, (raw) => {
    if (/^\w+:/.test(raw)) return undefined;
    if (raw.startsWith('#')) return { kind: 'anchor', anchor: raw.slice(1) };
    if (raw.endsWith('.md')) return { kind: 'page', page: raw.slice(0, -3) };
    return /\.\w+$/.test(raw) ? { kind: 'file', file: raw } : undefined;
  });
  return renderDocument({ nodes }, { references: REFERENCES, pieces: await drawPieces(listPieces(nodes)) });
}

export const renderHtml = async (markdown: string): Promise<string> => String((await render(markdown)).html);
