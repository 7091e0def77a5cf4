import { type Html, html, type Insertion } from '@lectern/html/html';
import { slugOf } from '@lectern/markdown/slug';
import type {
  FlowUrl,
  OperationReference,
  ParameterPlace,
  SecurityAlternative,
  SecurityReference,
  ServerReference,
} from '@lectern/openapi/reference/operation-reference';
import { fillServer } from '@lectern/openapi/reference/servers-and-security';
import { type Rendering, takeId, withFields, withoutOutline } from '../../rendering.ts';
import type { WantedPart } from '../../spec-parts.ts';
import type { DocumentWords } from '../../words.ts';
import { renderBody, renderResponse } from './contents.ts';
import { hasChoiceOfBodies, renderExamples } from './examples.ts';
import {
  renderDocs,
  renderFields,
  renderRemark,
  renderRequired,
  renderText,
  writeLeftOut,
} from './fields.ts';
import { renderApiHeading, renderPartHeading } from './headings.ts';
import { renderMethod } from './method.ts';
import { renderTryButton } from './try-button.ts';

/**
 * An operation with everything that a reader needs to call it: what it takes and returns, beside examples. `part`: the
 * part of the spec that it is.
 */
export function renderOperation(
  operation: OperationReference,
  { anchor, part }: { anchor: string; part: WantedPart },
  outer: Rendering,
): Html {
  const { method, path, title, isDeprecated, description, servers } = operation;
  const server = servers[0] && fillServer(servers[0]).replace(/\/$/, '');
  const id = takeId(outer, anchor || slugOf(`${method} ${path}`));
  const heading = renderApiHeading(title ?? `${method.toUpperCase()} ${path}`, id, outer);
  const rendering = { ...withoutOutline(outer), fieldAnchor: id };
  outer.findings.isWide = true;
  const examples = renderExamples(operation, rendering);
  return html`<section class="api">${heading}<p class="api-line">${renderMethod(method)}<code>${server !== undefined && html`<span class="api-server">${server}</span>`}${path}</code>${isDeprecated && html`<span class="api-flag">${rendering.words.apiDeprecated}</span>`}${renderTryButton(operation, part, rendering)}</p>
<div class="api-body"><div class="api-text">${renderText(description, rendering)}${renderDocs(operation.externalDocs, rendering)}${renderParts(operation, { beside: examples !== undefined, rendering })}${operation.isCut && renderRemark(rendering.words.apiNotShown)}</div>
${examples && html`<div class="api-examples">${examples}</div>`}</div></section>\n`;
}

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
  const { servers, security, parameters, body, responses, callbacks } = operation;
  const { words } = rendering;
  const part = (title: string, content: Insertion, note?: Insertion): Insertion => [
    renderPartHeading(title, note, rendering),
    content,
  ];
  return [
    isWorthAPart(servers) && part(words.apiServers, renderServers(servers, rendering)),
    security.length > 0 && part(words.apiAuthentication, renderSecurity(security, rendering)),
    PLACES.map(([place, title]) => {
      const here = parameters.filter((parameter) => parameter.place === place);
      return here.length > 0 && part(words[title], renderFields(here, withFields(rendering, place)));
    }),
    body &&
      part(
        words.apiBody,
        renderBody(body, {
          hasExamples: !beside || !hasChoiceOfBodies(operation),
          rendering: withFields(rendering, 'body'),
        }),
        body.isRequired && renderRequired(rendering),
      ),
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

/** A single server of which nothing else is known is shown before the path. */
const isWorthAPart = (servers: readonly ServerReference[]): boolean =>
  servers.length > 1 || servers.some(({ description, variables }) => description || variables.length > 0);

const renderCallback = (callback: OperationReference, rendering: Rendering): Html =>
  html`<details class="expandable"><summary>${renderMethod(callback.method)}<code>${callback.path}</code>${callback.title !== undefined && html` <span>${callback.title}</span>`}</summary><div class="expandable-body">${renderText(callback.description, rendering)}${renderDocs(callback.externalDocs, rendering)}${renderParts(callback, { beside: false, rendering: withFields(rendering, callback.method) })}</div></details>\n`;

const renderServers = (servers: readonly ServerReference[], rendering: Rendering): Html =>
  html`<ul class="api-fields">${servers.map(
    ({ url, description, variables }) =>
      html`<li><p class="api-field"><code>${url}</code></p>${renderText(description, rendering)}${
        variables.length > 0 &&
        html`<ul class="api-fields">${variables.map(
          ({ name, value, choices, choicesLeftOut, description: text }) =>
            html`<li><p class="api-field"><code>${name}</code> <span class="api-type">${rendering.words.apiDefault}: <code>${value}</code></span></p>${renderText(text, rendering)}${
              choices.length > 0 &&
              html`<p class="api-notes">${rendering.words.apiValues}: ${choices.map((choice) => html`<code>${choice}</code> `)}${writeLeftOut(choicesLeftOut, rendering.words)}</p>`
            }</li>`,
        )}</ul>`
      }</li>\n`,
  )}</ul>\n`;

function renderSecurity(security: readonly SecurityAlternative[], rendering: Rendering): Html {
  const { words } = rendering;
  return html`<ul class="api-fields">${security.map((schemes, n) => [
    html`<li>${n > 0 && html`<p class="api-notes">${words.apiOr}</p>`}${
      schemes.length === 0
        ? html`<p class="api-field">${words.apiNoAuthentication}</p>`
        : schemes.map((scheme) => renderScheme(scheme, rendering))
    }</li>\n`,
  ])}</ul>\n`;
}

function renderScheme(
  { name, kind, scopes, description, flows = [], discoveryUrl }: SecurityReference,
  rendering: Rendering,
): Html {
  const meanings = new Map(
    flows.flatMap((flow) => flow.scopes.map((scope) => [scope.name, scope.description])),
  );
  return html`<p class="api-field"><code>${name}</code> <span class="api-type">${kind}</span></p>${renderText(description, rendering)}${
    scopes.length > 0 &&
    html`<ul class="api-values">${scopes.map((scope) => html`<li><code>${scope}</code>${meanings.get(scope) && `: ${meanings.get(scope)}`}</li>`)}</ul>`
  }${flows.map(
    ({ title, urls }) =>
      html`<p class="api-notes">${title}</p><ul class="api-values">${urls.map(
        ([use, url]) => html`<li>${rendering.words[FLOW_URLS[use]]}: <code>${url}</code></li>`,
      )}</ul>`,
  )}${discoveryUrl !== undefined && html`<p class="api-notes"><code>${discoveryUrl}</code></p>`}`;
}

const FLOW_URLS: Record<FlowUrl, keyof DocumentWords> = {
  authorization: 'apiAuthorizationUrl',
  token: 'apiTokenUrl',
  refresh: 'apiRefreshUrl',
};
