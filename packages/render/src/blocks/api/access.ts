import { type Html, html, type Insertion } from '@lectern/html/html';
import type {
  FlowUrl,
  OperationReference,
  SecurityAlternative,
  SecurityReference,
  ServerReference,
} from '@lectern/openapi/reference/operation-reference';
import type { Rendering } from '../../rendering.ts';
import type { DocumentWords } from '../../words.ts';
import { beginningOf } from './descriptions.ts';
import { renderText, writeLeftOut } from './fields.ts';
import { renderPartHeading } from './headings.ts';

/** Where an operation is called, and with which credentials: a line for each. The details are folded below it. */
export const renderAccess = ({ servers, security }: OperationReference, rendering: Rendering): Insertion => [
  isWorthALine(servers) && renderServers(servers, rendering),
  security.length > 0 && renderSecurity(security, rendering),
];

/** A single server of which nothing else is known is shown before the path. */
const isWorthALine = (servers: readonly ServerReference[]): boolean =>
  servers.length > 1 || servers.some(({ description, variables }) => description || variables.length > 0);

interface Line {
  title: string;
  summary: Insertion;
  /** What is folded; undefined if the summary says all of it. */
  details: Insertion;
}

function renderLine({ title, summary, details }: Line, rendering: Rendering): Html {
  const line = html`${renderPartHeading(title, { rendering })}<span class="api-type">${summary}</span>`;
  return details === undefined
    ? html`<div class="api-access">${line}</div>\n`
    : html`<details class="expandable api-access"><summary>${line}</summary><div class="expandable-body">${details}</div></details>\n`;
}

function renderServers(servers: readonly ServerReference[], rendering: Rendering): Html {
  const summary = servers.map(({ url, description }) => beginningOf(description) || url).join(' · ');
  return renderLine(
    { title: rendering.words.apiServers, summary, details: listServers(servers, rendering) },
    rendering,
  );
}

const listServers = (servers: readonly ServerReference[], rendering: Rendering): Html =>
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
  const [[only] = []] = security;
  const isSingle = security.flat().length === 1 && security.length === 1;
  const summary = isSingle
    ? html`<code>${only?.name}</code> ${only?.kind}`
    : security.map((schemes, n) => [n > 0 && ` ${words.apiOr} `, nameSchemes(schemes, words)]);
  const isAll = isSingle ? only && !hasDetails(only) : security.flat().length === 0;
  const details = isAll ? undefined : listSecurity(security, rendering);
  return renderLine({ title: words.apiAuthentication, summary, details }, rendering);
}

const nameSchemes = (schemes: SecurityAlternative, words: DocumentWords): Insertion =>
  schemes.length === 0
    ? words.apiNoAuthentication
    : schemes.map(({ name }, n) => [n > 0 && ` ${words.apiAnd} `, html`<code>${name}</code>`]);

const hasDetails = ({ scopes, description, flows = [], ...scheme }: SecurityReference): boolean =>
  description !== undefined ||
  scopes.length + flows.length > 0 ||
  scheme.discoveryUrl !== undefined ||
  scheme.isDeprecated === true;

function listSecurity(security: readonly SecurityAlternative[], rendering: Rendering): Html {
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
  { name, kind, scopes, description, flows = [], discoveryUrl, isDeprecated }: SecurityReference,
  rendering: Rendering,
): Html {
  const meanings = new Map(
    flows.flatMap((flow) => flow.scopes.map((scope) => [scope.name, scope.description])),
  );
  return html`<p class="api-field"><code>${name}</code> <span class="api-type">${kind}</span>${isDeprecated && html` <span class="api-flag">${rendering.words.apiDeprecated}</span>`}</p>${renderText(description, rendering)}${
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
