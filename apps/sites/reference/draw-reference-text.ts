import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Html, html } from '@lectern/html/html';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import type { Json } from '@lectern/openapi/resolve';
import { drawOnce } from '@lectern/render/drawn-pieces';
import { renderMethod } from '@lectern/render/method';
import { createKnownReferences } from '@lectern/render/references';
import { listParts, namePart, type SpecParts, unpackPart } from '@lectern/render/spec-parts';
import { runInThread } from '../../server/domains/content/revisions/document-reads.ts';
import { drawPiecesTask } from '../../server/domains/content/revisions/document-tasks.ts';
import {
  listShownPieces,
  type RenderedHtml,
  renderHtml,
} from '../../server/domains/content/revisions/render-html.ts';
import { describeSpecTask } from '../../server/domains/specs/tasks/describe-spec.ts';
import type { Threads } from '../../server/platform/threads/threads.ts';
import { readOperation } from '../reader/search-response.ts';
import type { ReferencePage, ReferencePages } from './list-reference-pages.ts';

/** The text of a page, without its surroundings. */
export type DrawReferenceText = (page: ReferencePage) => Promise<Omit<RenderedHtml, 'needs'>>;

/** Only addresses: the document has no other pages and no files. */
const REFERENCES = createKnownReferences({ destinations: new Map(), pictures: new Map() });

/** Draws pages by the code that draws published API references. Threads read the document and color the samples. */
export function createDrawReferenceText(
  threads: Pick<Threads, 'run'>,
  { spec, pages, hrefOf }: { spec: Json; pages: ReferencePages; hrefOf: (page: ReferencePage) => string },
): DrawReferenceText {
  const text = JSON.stringify([{ specification: spec }]);
  const contentHash = createHash('sha256').update(text).digest('base64url');
  const filesystem = gzipSync(text);

  async function describe({ blocks }: ReferencePage): Promise<SpecParts> {
    const parts = listParts(blocks);
    if (parts.length === 0) return new Map();
    const wanted = parts.map(({ reference }) => reference as WantedContent);
    const described = await runInThread(threads, describeSpecTask, { contentHash, filesystem, wanted });
    return new Map(
      parts.flatMap((part, n) => {
        const found = described[n];
        return found ? [[namePart(part), unpackPart(found)]] : [];
      }),
    );
  }

  return async (page) => {
    const parts = await describe(page);
    const blocks = [...page.blocks];
    const pieces = await drawOnce(listShownPieces(blocks, parts), (missing) =>
      runInThread(threads, drawPiecesTask, missing),
    );
    const isOperationPage = page.sections.length > 0;
    const drawn = renderHtml(blocks, { references: REFERENCES, pieces, parts, isOperationPage });
    if (page === pages.first)
      return {
        ...drawn,
        html: drawn.html + pages.tags.map((tag) => renderTag(tag, hrefOf)).join(''),
        outline: pages.tags.map(({ path, title }) => ({ id: path, title, level: 1 as const })),
      };
    return { ...drawn, html: drawn.html + renderOperations(page, hrefOf) };
  };
}

const renderTag = (tag: ReferencePage, hrefOf: (page: ReferencePage) => string): Html =>
  html`<h2 id="${tag.path}" class="anchored"><a href="${hrefOf(tag)}">${tag.title}</a></h2>
${renderOperations(tag, hrefOf)}`;

const renderOperations = ({ children }: ReferencePage, hrefOf: (page: ReferencePage) => string): Html =>
  html`${
    children.length > 0 &&
    html`<ul class="api-fields api-index">${children.map((page) => {
      const { method, path } = readLabel(page);
      return html`<li><p class="api-field">${method !== undefined && renderMethod(method)}<a href="${hrefOf(page)}">${page.title}</a> <span class="api-type">${path}</span></p></li>\n`;
    })}</ul>\n`
  }`;

/** The method and the path of the operation of a page. */
function readLabel({ sections: [section] }: ReferencePage): { method?: string; path: string } {
  const label = section?.label ?? '';
  const operation = readOperation(label, (path) => [[path, false]]);
  const method = operation?.method;
  return method === undefined ? { path: label } : { method, path: label.slice(method.length + 1) };
}
