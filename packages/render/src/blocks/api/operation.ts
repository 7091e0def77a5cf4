import { type Html, html, type Insertion } from '@lectern/html/html';
import { slugOf } from '@lectern/markdown/slug';
import { fillServer } from '@lectern/openapi/reference/fill-server';
import type {
  BodyReference,
  OperationReference,
  ParameterPlace,
} from '@lectern/openapi/reference/operation-reference';
import { renderMethod } from '../../method.ts';
import { anchorOfField, type Rendering, takeId, withFields, withoutOutline } from '../../rendering.ts';
import type { WantedPart } from '../../spec-parts.ts';
import type { DocumentWords } from '../../words.ts';
import { renderAccess } from './access.ts';
import { renderBody, renderResponse } from './contents.ts';
import { hasChoiceOfBodies, renderExamples, renderSamples } from './examples.ts';
import { renderDocs, renderFields, renderRemark, renderRequired, renderText } from './fields.ts';
import { renderApiHeading, renderPartHeading } from './headings.ts';
import { renderOwnServerButton, renderTryButton } from './try-button.ts';

/**
 * An operation with everything that a reader needs to call it: what it takes and returns, beside examples. `part`: the
 * part of the spec that it is.
 */
export function renderOperation(
  operation: OperationReference,
  { anchor, part }: { anchor: string; part: WantedPart },
  outer: Rendering,
): Html {
  const { method, path, title, labels = [], isDeprecated, description, servers } = operation;
  const server = servers[0] && fillServer(servers[0]);
  const id = takeId(outer, anchor || slugOf(`${method} ${path}`));
  const heading = renderApiHeading(title ?? `${method.toUpperCase()} ${path}`, id, outer);
  const rendering = { ...withoutOutline(outer), fieldAnchor: outer.isOperationPage ? undefined : id };
  outer.findings.isWide = true;
  const examples = renderExamples(operation, rendering);
  return html`<section class="api">${heading}<p class="api-line">${renderMethod(method)}<code>${server !== undefined && html`<span class="api-server">${breakAddress(server)}</span><wbr>`}${breakAddress(path)}</code>${labels.map((label) => html`<span class="method">${label}</span>`)}${isDeprecated && html`<span class="api-flag">${rendering.words.apiDeprecated}</span>`}${renderTryButton(operation, part, rendering)}${renderOwnServerButton(operation, server, rendering)}</p>
<div class="api-body"><div class="api-text">${renderText(description, rendering)}${renderDocs(operation.externalDocs, rendering)}${renderParts(operation, { beside: examples !== undefined, rendering })}${operation.isCut && renderRemark(rendering.words.apiNotShown)}</div>
${examples && html`<div class="api-examples">${examples}</div>`}</div></section>\n`;
}

/** In characters: what fits a line of a phone. */
const MAX_UNBROKEN = 30;

/** A long address continues in the next line before a slash. */
const breakAddress = (address: string): Insertion =>
  address.length > MAX_UNBROKEN
    ? address.split(/(?<=[^/])(?=\/[^/])/).map((piece, n) => [n > 0 && html`<wbr>`, piece])
    : address;

const PLACES: readonly [ParameterPlace, keyof DocumentWords][] = [
  ['path', 'apiPathParameters'],
  ['query', 'apiQueryParameters'],
  ['querystring', 'apiQueryParameters'],
  ['header', 'apiHeaders'],
  ['cookie', 'apiCookies'],
];

/** `beside`: whether examples are shown beside the description, and not in it. */
function renderParts(
  operation: OperationReference,
  { beside, rendering }: { beside: boolean; rendering: Rendering },
): Insertion {
  const { parameters, body, responses, callbacks } = operation;
  const { words } = rendering;
  const part = (title: string, content: Insertion): Insertion => [
    renderPartHeading(title, { rendering }),
    content,
  ];
  return [
    renderAccess(operation, rendering),
    PLACES.map(([place, title]) => {
      const here = parameters.filter((parameter) => parameter.place === place);
      return here.length > 0 && part(words[title], renderFields(here, withFields(rendering, place)));
    }),
    body && renderBodyPart(body, { hasExamples: !beside || !hasChoiceOfBodies(operation), rendering }),
    responses.length > 0 &&
      part(
        words.apiResponses,
        responses.map((response, n) =>
          renderResponse(response, { isOpen: n === 0, hasExamples: !beside, rendering }),
        ),
      ),
    callbacks.length > 0 &&
      part(
        words.apiCallbacks,
        callbacks.map((callback) => renderCallback(callback, rendering)),
      ),
  ];
}

/** The fields of a body are below its anchor. */
function renderBodyPart(
  body: BodyReference,
  { hasExamples, rendering }: { hasExamples: boolean; rendering: Rendering },
): Insertion {
  const id = takeId(rendering, anchorOfField(rendering, 'body'));
  const note = body.isRequired && renderRequired(rendering);
  return [
    renderPartHeading(rendering.words.apiBody, { note, id, rendering }),
    renderBody(body, { hasExamples, rendering: { ...rendering, fieldAnchor: id } }),
  ];
}

const renderCallback = (callback: OperationReference, rendering: Rendering): Html =>
  html`<details class="expandable"><summary>${renderMethod(callback.method)}<code>${callback.path}</code>${callback.title !== undefined && html` <span>${callback.title}</span>`}</summary><div class="expandable-body">${renderText(callback.description, rendering)}${renderDocs(callback.externalDocs, rendering)}${renderParts(callback, { beside: false, rendering: withFields(rendering, callback.method) })}${renderSamples(callback.samples, rendering)}</div></details>\n`;
