import { type Html, html, type Insertion } from '@lectern/html/html';
import { codeOf } from '@lectern/markdown/block-factories';
import type {
  CodeSample,
  ContentReference,
  ExampleReference,
  OperationReference,
  ResponseReference,
} from '@lectern/openapi/reference/operation-reference';
import type { Rendering } from '../../rendering.ts';
import { exampleBlock } from '../../spec-parts.ts';
import type { DocumentWords } from '../../words.ts';
import { renderCode } from '../code.ts';
import { renderText } from './fields.ts';

/** The code that sends a request, and the examples of what is sent and received. */
export function renderExamples(operation: OperationReference, rendering: Rendering): Insertion {
  const { samples, responses, body, sentExample } = operation;
  const { words } = rendering;
  const sent = body && hasChoiceOfBodies(operation) ? listExamples(body.contents, words) : [];
  const received = responses.flatMap((response) => {
    const examples = listExamples(response.contents, words);
    return examples.length > 0 ? [{ response, examples }] : [];
  });
  if (samples.length + sent.length + received.length === 0) return undefined;
  const title = (text: string): Html => html`<p class="api-title">${text}</p>`;
  return [
    renderSamples(samples, rendering, sentExample),
    sent.length > 0 && [title(words.apiBody), renderChoice(sent, rendering)],
    received.length > 0 && [
      title(words.apiResponse),
      // The choice is not shared with other operations, whose statuses mean something else.
      html`<div class="tabs-block" data-tabs="own">${received.map(({ response, examples }) =>
        renderTab(renderStatus(response), renderChoice(examples, rendering)),
      )}</div>\n`,
    ],
  ];
}

/** Code that sends a request, in several languages. `sent`: the name of the example of the body that it sends. */
export const renderSamples = (
  samples: readonly CodeSample[],
  rendering: Rendering,
  sent?: string,
): Insertion =>
  samples.length > 0 && [
    html`<p class="api-title">${[rendering.words.apiRequest, sent].filter(Boolean).join(' · ')}</p>`,
    html`<div class="tabs-block" data-tabs="menu" data-label="${rendering.words.apiLanguage}">${samples.map(
      ({ title, syntax, code }) => renderTab(title, renderCode(codeOf(code, { syntax }), rendering)),
    )}</div>\n`,
  ];

/**
 * Whether the examples of a body stand beside its description. Others are folded below it: the samples send the first,
 * and leave room for the response.
 */
export const hasChoiceOfBodies = ({ kind, samples, body }: OperationReference): boolean =>
  kind !== 'operation' ||
  samples.length === 0 ||
  (body?.contents ?? []).some(({ examples }) => examples.filter(({ title }) => title !== '').length > 1);

/** The examples of contents, folded. */
export function renderFoldedExamples(
  contents: readonly ContentReference[],
  rendering: Rendering,
): Html | undefined {
  const examples = listExamples(contents, rendering.words);
  if (examples.length === 0) return undefined;
  const { apiExample } = rendering.words;
  const title = examples.length === 1 ? (examples[0]?.title ?? apiExample) : apiExample;
  return html`<details class="expandable"><summary>${title}</summary><div class="expandable-body">${renderCodes(examples, rendering)}</div></details>\n`;
}

const renderStatus = ({ status }: ResponseReference): Html =>
  html`<span class="status-${kindOfStatus(status)}">${status}</span>`;

/** Returns the first digit of a status, such as “2” of “200”; “x” if it has none. */
export const kindOfStatus = (status: string): string => (/^[1-5]/.test(status) ? status.slice(0, 1) : 'x');

interface ShownExample {
  title: string;
  description: ExampleReference['description'];
  text: string;
}

/** Returns the examples of all media types, each with a title of its own. */
function listExamples(contents: readonly ContentReference[], words: DocumentWords): ShownExample[] {
  const shown = contents.filter(({ examples }) => examples.length > 0);
  return shown.flatMap(({ mediaType, examples }) =>
    examples.map(({ title, description, text }, n) => {
      const number = n === 0 ? '' : ` ${n + 1}`;
      if (shown.length === 1) return { title: title || `${words.apiExample}${number}`, description, text };
      return { title: title ? `${title} · ${mediaType}` : `${mediaType}${number}`, description, text };
    }),
  );
}

/** A single example below its name, or a menu of several. */
function renderChoice(examples: readonly ShownExample[], rendering: Rendering): Insertion {
  const [only] = examples;
  if (examples.length === 1 && only?.title !== rendering.words.apiExample)
    return [html`<p class="api-notes">${only?.title}</p>`, renderCodes(examples, rendering)];
  return renderCodes(examples, rendering);
}

/** A single example, or a menu of several. */
function renderCodes(examples: readonly ShownExample[], rendering: Rendering): Insertion {
  const shown = examples.map(({ title, description, text }) => ({
    title,
    code: [renderText(description, rendering), renderCode(exampleBlock(text), rendering)],
  }));
  if (shown.length === 1) return shown[0]?.code;
  return html`<div class="tabs-block" data-tabs="own menu" data-label="${rendering.words.apiExample}">${shown.map(
    ({ title, code }) => renderTab(title, code),
  )}</div>\n`;
}

const renderTab = (title: Insertion, content: Insertion): Html =>
  html`<section class="tab"><p class="tab-title">${title}</p>${content}</section>\n`;
