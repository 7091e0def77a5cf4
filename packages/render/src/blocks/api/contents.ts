import { type Html, html, type Insertion } from '@lectern/html/html';
import { type ContentGroup, groupContents } from '@lectern/openapi/reference/group-contents';
import type {
  BodyReference,
  EncodingReference,
  FieldReference,
  LinkReference,
  ResponseReference,
} from '@lectern/openapi/reference/operation-reference';
import type { Rendering } from '../../rendering.ts';
import { exampleBlock } from '../../spec-parts.ts';
import { renderCode } from '../code.ts';
import { nameType, renderFields, renderSchema, renderText } from './fields.ts';

export const renderBody = ({ description, contents }: BodyReference, rendering: Rendering): Insertion => [
  renderText(description, rendering),
  groupContents(contents).map((group) => renderContents(group, rendering)),
];

export function renderResponse(
  { status, description, headers, contents, links = [] }: ResponseReference,
  isOpen: boolean,
  rendering: Rendering,
): Html {
  const kind = /^[1-5]/.test(status) ? status[0] : 'x';
  const line = firstLine(description?.markdown);
  const head = html`<span class="method status-${kind}">${status}</span><span>${line}</span>`;
  const inner = [
    line !== description?.markdown && renderText(description, rendering),
    renderHeaders(headers, rendering),
    groupContents(contents).map((group) => renderContents(group, rendering)),
    links.length > 0 && [
      html`<p class="api-title">${rendering.words.apiLinks}</p>`,
      html`<ul class="api-fields">${links.map((link) => renderLink(link, rendering))}</ul>\n`,
    ],
  ];
  const hasParts = headers.length > 0 || contents.length > 0 || links.length > 0;
  const isPlain = line === (description?.markdown ?? '') && !hasParts;
  if (isPlain) return html`<div class="api-card">${head}</div>\n`;
  return html`<details class="expandable"${isOpen && html` open`}><summary>${head}</summary><div class="expandable-body">${inner}</div></details>\n`;
}

const renderLink = (
  { name, description, operation, parameters }: LinkReference,
  rendering: Rendering,
): Html =>
  html`<li><p class="api-field"><code>${name}</code> <span class="api-type">${operation}</span></p>${renderText(description, rendering)}${
    parameters.length > 0 &&
    html`<ul class="api-values">${parameters.map(([parameter, value]) => html`<li><code>${parameter}</code>: <code>${value}</code></li>`)}</ul>`
  }</li>\n`;

/** The beginning of a description as plain text. */
function firstLine(markdown = ''): string {
  const [line = ''] = markdown.split('\n');
  return line.replace(/[*_`]/g, '').slice(0, 100);
}

/** How a part of a form is sent. */
const renderEncoding = ({ name, mediaType, headers }: EncodingReference, rendering: Rendering): Html =>
  html`<p class="api-line"><code>${name}</code>${mediaType !== undefined && html`<span class="api-type">${mediaType}</span>`}</p>${renderHeaders(headers, rendering)}\n`;

const renderHeaders = (headers: readonly FieldReference[], rendering: Rendering): Insertion =>
  headers.length > 0 && [
    html`<p class="api-title">${rendering.words.apiHeaders}</p>`,
    renderFields(headers, rendering),
  ];

function renderContents({ schema, contents }: ContentGroup, rendering: Rendering): Html {
  const { words } = rendering;
  const isOne = contents.length === 1;
  return html`<p class="api-line">${contents.map(({ mediaType }) => html`<code>${mediaType}</code>`)}${schema && html`<span class="api-type">${nameType(schema)}</span>`}</p>\n${
    schema && [renderText(schema.description, rendering), renderSchema(schema, rendering)]
  }${contents.map(({ encodings = [] }) => encodings.map((encoding) => renderEncoding(encoding, rendering)))}${contents.map(
    ({ mediaType, examples }) =>
      examples.map(
        ({ title, description, text }) =>
          html`<details class="expandable"><summary>${title === '' ? words.apiExample : title}${!isOne && html` <code>${mediaType}</code>`}</summary><div class="expandable-body">${renderText(description, rendering)}${renderCode(exampleBlock(text), rendering)}</div></details>\n`,
      ),
  )}`;
}
