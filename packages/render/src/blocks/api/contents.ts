import { type Html, html, type Insertion } from '@lectern/html/html';
import { type ContentGroup, groupContents } from '@lectern/openapi/reference/group-contents';
import type {
  BodyReference,
  LinkReference,
  ResponseReference,
} from '@lectern/openapi/reference/operation-reference';
import { anchorOfField, type Rendering, renderBlocks, takeId, withoutOutline } from '../../rendering.ts';
import { renderAnchorLink } from '../text.ts';
import { splitDescription } from './descriptions.ts';
import { kindOfStatus, renderFoldedExamples } from './examples.ts';
import {
  nameType,
  renderEncodings,
  renderExternalExamples,
  renderHeaders,
  renderSchema,
  renderText,
} from './fields.ts';

/** `hasExamples`: whether the examples are shown here, and not beside the description. */
interface ShownWith {
  hasExamples: boolean;
  rendering: Rendering;
}

export const renderBody = ({ description, contents }: BodyReference, shown: ShownWith): Insertion => [
  renderText(description, shown.rendering),
  groupContents(contents).map((group) => renderContents(group, shown)),
];

export function renderResponse(
  { status, description, headers, contents, links = [] }: ResponseReference,
  { isOpen, hasExamples, rendering: outer }: ShownWith & { isOpen: boolean },
): Html {
  const { words } = outer;
  const id = takeId(outer, anchorOfField(outer, status));
  const rendering = { ...outer, fieldAnchor: id };
  const { line, rest } = splitDescription(description, outer);
  const anchor = outer.hasAnchors && !outer.isInLink && renderAnchorLink(id, words);
  const head = html`<span class="method status-${kindOfStatus(status)}">${status}</span><span>${line}</span>`;
  const inner = [
    renderBlocks(rest, withoutOutline(rendering)),
    renderHeaders(headers, rendering),
    groupContents(contents).map((group) => renderContents(group, { hasExamples, rendering })),
    links.length > 0 && [
      html`<p class="api-title">${words.apiLinks}</p>`,
      html`<ul class="api-fields">${links.map((link) => renderLink(link, rendering))}</ul>\n`,
    ],
  ];
  const hasParts = headers.length > 0 || contents.length > 0 || links.length > 0;
  const isPlain = rest.length === 0 && !hasParts;
  const shown = isPlain
    ? html`<div class="api-card" id="${id}">${head}</div>`
    : html`<details class="expandable" id="${id}"${isOpen && html` open`}><summary>${head}</summary><div class="expandable-body">${inner}</div></details>`;
  // Beside the summary, which can contain nothing to press.
  return html`<div class="api-response anchored">${shown}${anchor}</div>\n`;
}

const renderLink = (
  { name, description, operation, parameters }: LinkReference,
  rendering: Rendering,
): Html =>
  html`<li><p class="api-field"><code>${name}</code> <span class="api-type">${operation}</span></p>${renderText(description, rendering)}${
    parameters.length > 0 &&
    html`<ul class="api-values">${parameters.map(([parameter, value]) => html`<li><code>${parameter}</code>: <code>${value}</code></li>`)}</ul>`
  }</li>\n`;

function renderContents({ schema, contents }: ContentGroup, { hasExamples, rendering }: ShownWith): Html {
  return html`<p class="api-line">${contents.map(({ mediaType }) => html`<code>${mediaType}</code>`)}${schema && html`<span class="api-type">${nameType(schema)}</span>`}</p>\n${
    schema && [renderText(schema.description, rendering), renderSchema(schema, rendering)]
  }${contents.map(({ encodings }) => renderEncodings(encodings, rendering))}${contents.map(({ externalExamples }) => renderExternalExamples(externalExamples, rendering))}${hasExamples && renderFoldedExamples(contents, rendering)}`;
}
