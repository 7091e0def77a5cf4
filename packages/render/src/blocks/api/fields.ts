import { type Html, html, type Insertion } from '@lectern/html/html';
import type {
  Alternatives,
  FieldReference,
  ReferenceText,
  SchemaReference,
} from '@lectern/openapi/reference/operation-reference';
import { type Rendering, renderBlocks, withoutOutline } from '../../rendering.ts';
import type { DocumentWords } from '../../words.ts';

/** Renders a description from a spec. Its headings are part of the page, but not of its outline. */
export const renderText = (text: ReferenceText | undefined, rendering: Rendering): Insertion =>
  text && renderBlocks(text.blocks, withoutOutline(rendering));

export const renderFields = (fields: readonly FieldReference[], rendering: Rendering): Insertion =>
  fields.length > 0 &&
  html`<ul class="api-fields">${fields.map((field) => renderField(field, rendering))}</ul>\n`;

function renderField({ name, isRequired, schema }: FieldReference, rendering: Rendering): Html {
  const { words } = rendering;
  const flags = [
    isRequired && html` ${renderRequired(rendering)}`,
    schema.isDeprecated && html` <span class="api-flag">${words.apiDeprecated}</span>`,
    schema.isReadOnly && html` <span class="api-type">${words.apiReadOnly}</span>`,
    schema.isWriteOnly && html` <span class="api-type">${words.apiWriteOnly}</span>`,
  ];
  const shown = name === '*' ? words.apiAnyName : html`<code>${name}</code>`;
  return html`<li><p class="api-field">${shown} <span class="api-type">${nameType(schema)}</span>${flags}</p>${renderText(schema.description, rendering)}${renderNotes(schema, words)}${renderInner(schema, rendering)}</li>\n`;
}

export const renderRequired = ({ words }: Rendering): Html =>
  html`<span class="api-required">${words.apiRequired}</span>`;

/** Returns a type such as “integer · int64”. */
export function nameType({ type, limits }: SchemaReference): string {
  const format = limits.find(([name]) => name === 'format')?.[1];
  return format === undefined ? type : `${type} · ${format}`;
}

/** Renders the limits, fields and alternatives of a schema, without its own title and description. */
export const renderSchema = (schema: SchemaReference, rendering: Rendering): Insertion => [
  renderNotes(schema, rendering.words),
  renderParts(schema, rendering),
];

function renderParts(schema: SchemaReference, rendering: Rendering): Insertion {
  return [
    schema.isFolded && html`<p class="api-notes"><em>${rendering.words.apiShownAbove}</em></p>`,
    renderFields(schema.fields, rendering),
    schema.items && [renderNotes(schema.items, rendering.words), renderParts(schema.items, rendering)],
    schema.alternatives.map((alternatives) => renderAlternatives(alternatives, rendering)),
  ];
}

/** Fields within a field are folded away. */
function renderInner(schema: SchemaReference, rendering: Rendering): Insertion {
  const { words } = rendering;
  const inner = innermost(schema);
  if (inner.isFolded) return html`<p class="api-notes"><em>${words.apiShownAbove}</em></p>`;
  const isPlain = inner.fields.length === 0 && inner.alternatives.length === 0;
  if (isPlain) return inner !== schema && renderNotes(inner, words);
  const title =
    inner.fields.length > 0 ? words.apiFields : words[ALTERNATIVES[inner.alternatives[0]?.kind ?? 'oneOf']];
  return html`<details class="expandable"><summary>${title}${inner.name !== undefined && html` <code>${inner.name}</code>`}</summary><div class="expandable-body">${inner !== schema && renderNotes(inner, words)}${renderParts(inner, rendering)}</div></details>`;
}

/** Returns the innermost items of nested lists. */
function innermost(schema: SchemaReference): SchemaReference {
  let inner = schema;
  while (inner.items && inner.fields.length === 0 && inner.alternatives.length === 0) inner = inner.items;
  return inner;
}

const ALTERNATIVES: Record<Alternatives['kind'], keyof DocumentWords> = {
  oneOf: 'apiOneOf',
  anyOf: 'apiAnyOf',
  not: 'apiNot',
};

const renderAlternatives = ({ kind, discriminator, options }: Alternatives, rendering: Rendering): Html =>
  html`<p class="api-notes">${rendering.words[ALTERNATIVES[kind]]}${discriminator !== undefined && html` (<code>${discriminator}</code>)`}:</p>
<ul class="api-fields">${options.map(
    ({ title, value, schema }) =>
      html`<li><p class="api-field"><span class="api-option">${title}</span> <span class="api-type">${nameType(schema)}</span>${value !== undefined && html` <code>${value}</code>`}</p>${renderText(schema.description, rendering)}${renderNotes(schema, rendering.words)}${renderInner(schema, rendering)}</li>\n`,
  )}</ul>\n`;

function renderNotes(
  { limits, enumValues, default: value }: SchemaReference,
  words: DocumentWords,
): Insertion {
  // The format is part of the type.
  const others = limits.filter(([name]) => name !== 'format');
  return [
    enumValues &&
      html`<p class="api-notes">${words.apiValues}: ${enumValues.map((one) => html`<code>${one}</code> `)}</p>`,
    value !== undefined && html`<p class="api-notes">${words.apiDefault}: <code>${value}</code></p>`,
    others.length > 0 &&
      html`<p class="api-notes">${others.map(([name, limit]) => html`<span>${name}: <code>${limit}</code></span> `)}</p>`,
  ];
}
