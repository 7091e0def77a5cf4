import { type Html, html } from '@lectern/html/html';
import { slugOf } from '@lectern/markdown/slug';
import type { SchemasReference } from '@lectern/openapi/reference/operation-reference';
import { type Rendering, takeId, withoutOutline } from '../../rendering.ts';
import { exampleBlock } from '../../spec-parts.ts';
import { renderCode } from '../code.ts';
import { nameType, renderRemark, renderSchema, renderText } from './fields.ts';
import { renderApiHeading } from './headings.ts';

/** Schemas of a spec, each with its fields and an example. The first has the anchor of the block. */
export function renderSchemas({ schemas, isCut }: SchemasReference, anchor: string, outer: Rendering): Html {
  const ids = schemas.map(({ name }, n) => takeId(outer, (n === 0 && anchor) || slugOf(name)));
  return html`${schemas.map(({ name, schema, example }, n) => {
    const id = ids[n] as string;
    const heading = renderApiHeading(name, id, outer);
    const rendering = { ...withoutOutline(outer), fieldAnchor: id };
    outer.findings.isWide = true;
    // Occurrences of the schema within itself link to this heading.
    outer.findings.shownSchemas.set(name, id);
    return html`<section class="api">${heading}<div class="api-body"><div class="api-text">${renderText(schema.description, rendering)}<p class="api-line"><span class="api-type">${nameType(schema)}</span></p>${renderSchema(schema, rendering)}</div>${
      example &&
      html`<div class="api-examples"><p class="api-title">${rendering.words.apiExample}</p>${renderCode(exampleBlock(example.text), rendering)}</div>`
    }</div></section>\n`;
  })}${isCut && renderRemark(outer.words.apiNotShown)}`;
}
