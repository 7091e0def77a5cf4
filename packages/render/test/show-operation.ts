/** What readers and programs see of a part of a spec, after it was published. */
import { processSpec } from '@lectern/openapi/process-spec';
import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import { writeReference } from '@lectern/openapi/reference/write-reference';
import type { Json } from '@lectern/openapi/resolve';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { renderDocument } from '../src/render-document.ts';
import { namePart, type WantedPart } from '../src/spec-parts.ts';

const references = { find: () => undefined, findPicture: () => undefined };

export interface ShownPart {
  /** The text of the page, without its elements. */
  page: string;
  html: string;
  markdown: string;
}

/** Shows an operation of a spec of which only the parts that matter are given. */
export function showOperation(spec: Json, method: string, path: string): ShownPart {
  const whole = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, ...spec };
  const file = { url: 'https://example.com/openapi.json', bytes: Buffer.from(JSON.stringify(whole)) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  const reference: WantedContent = { kind: 'operation', method, path };
  const found = describeSpec(readStoredSpec(outcome.filesystem), reference);
  if (!found) throw new Error('The operation is not described.');
  // Pages get it as JSON.
  const described = JSON.parse(JSON.stringify(found)) as typeof found;
  const part: WantedPart = { source: { slug: 'things' }, reference };
  const data = { ref: { kind: 'openapi' as const, spec: 'things' }, path, method };
  const block = { object: 'block' as const, type: 'openapi-operation' as const, isVoid: true as const, data };
  const parts = new Map([[namePart(part), described]]);
  const drawn = String(renderDocument({ nodes: [block as never] }, { references, parts }).html);
  const page = drawn
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
  return { page, html: drawn, markdown: writeReference(described) };
}
