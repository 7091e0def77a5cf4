import { type Html, html, type Insertion } from '@lectern/html/html';
import type {
  Alternatives,
  ExternalDocs,
  FieldReference,
  ReferenceText,
  SchemaReference,
} from '@lectern/openapi/reference/operation-reference';
import { writeShownValue } from '@lectern/openapi/reference/write-reference';
import { anchorOfField, type Rendering, renderBlocks, takeId, withoutOutline } from '../../rendering.ts';
import { type DocumentWords, fillHtml, fillWords } from '../../words.ts';

/** Renders a description from a spec. Its headings are part of the page, but not of its outline. */
export const renderText = (text: ReferenceText | undefined, rendering: Rendering): Insertion =>
  text && renderBlocks(text.blocks, withoutOutline(rendering));

export const renderFields = (fields: readonly FieldReference[], rendering: Rendering): Insertion =>
  fields.length > 0 &&
  html`<ul class="api-fields">${fields.map((field) => renderField(field, rendering))}</ul>\n`;

function renderField({ name, isRequired, mediaType, schema }: FieldReference, outer: Rendering): Html {
  const { words } = outer;
  const id = takeId(outer, anchorOfField(outer, name === '*' ? 'any' : name));
  const rendering = { ...outer, fieldAnchor: id };
  const flags = [
    mediaType !== undefined && html` <span class="api-type">${mediaType}</span>`,
    isRequired && html` ${renderRequired(rendering)}`,
    schema.isDeprecated && html` <span class="api-flag">${words.apiDeprecated}</span>`,
    schema.isReadOnly && html` <span class="api-type">${words.apiReadOnly}</span>`,
    schema.isWriteOnly && html` <span class="api-type">${words.apiWriteOnly}</span>`,
  ];
  const label = name === '*' ? words.apiAnyName : html`<code>${name}</code>`;
  const isLink = rendering.hasAnchors && !rendering.isInLink;
  const shown = isLink ? html`<a href="#${encodeURIComponent(id)}">${label}</a>` : label;
  return html`<li id="${id}"><p class="api-field">${shown} <span class="api-type">${nameType(schema)}</span>${flags}</p>${renderText(schema.description, rendering)}${renderNotes(schema, rendering)}${renderInner(schema, rendering)}</li>\n`;
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
  renderNotes(schema, rendering),
  renderParts(schema, rendering),
];

function renderParts(schema: SchemaReference, rendering: Rendering): Insertion {
  const { words } = rendering;
  return [
    schema.isFolded && renderRemark(words.apiShownAbove),
    renderFields(schema.fields, rendering),
    schema.isClosed && renderRemark(words.apiNoOthers),
    schema.items && [renderAbout(schema.items, rendering), renderParts(schema.items, rendering)],
    schema.alternatives.map((alternatives) => renderAlternatives(alternatives, rendering)),
    schema.isCut && renderRemark(words.apiNotShown),
  ];
}

export const renderRemark = (text: string): Html => html`<p class="api-notes"><em>${text}</em></p>`;

/** Fields within a field are folded away. */
function renderInner(schema: SchemaReference, rendering: Rendering): Insertion {
  const { words } = rendering;
  const lists = listItems(schema);
  const inner = lists.at(-1) ?? schema;
  const about = lists.map((items) => renderAbout(items, rendering));
  if (inner.isFolded) return [about, renderRemark(words.apiShownAbove)];
  if (inner.isCut) return [about, renderRemark(words.apiNotShown)];
  const isPlain = inner.fields.length === 0 && inner.alternatives.length === 0;
  if (isPlain) return [about, inner.isClosed && renderRemark(words.apiNoOthers)];
  const title = inner.fields.length > 0 ? words.apiFields : nameAlternatives(inner.alternatives[0], words);
  return html`<details class="expandable"><summary>${title}${inner.name !== undefined && html` <code>${inner.name}</code>`}</summary><div class="expandable-body">${about}${renderParts(inner, rendering)}</div></details>`;
}

/** The items of a list, the items of those, and so on, while nothing else is known of the lists. */
function listItems(schema: SchemaReference): SchemaReference[] {
  const found: SchemaReference[] = [];
  for (let list = schema; list.items && list.fields.length === 0 && list.alternatives.length === 0; ) {
    list = list.items;
    found.push(list);
  }
  return found;
}

const renderAbout = (schema: SchemaReference, rendering: Rendering): Insertion => [
  renderText(schema.description, rendering),
  renderNotes(schema, rendering),
];

const ALTERNATIVES: Record<Exclude<Alternatives['kind'], 'then' | 'else'>, keyof DocumentWords> = {
  oneOf: 'apiOneOf',
  anyOf: 'apiAnyOf',
  not: 'apiNot',
  contains: 'apiContains',
  content: 'apiContent',
};

function nameAlternatives(alternatives: Alternatives | undefined, words: DocumentWords): Insertion {
  const { kind = 'oneOf', condition } = alternatives ?? {};
  if (kind !== 'then' && kind !== 'else') return words[ALTERNATIVES[kind]];
  if (condition?.schema) return words[kind === 'then' ? 'apiThen' : 'apiIfNot'];
  if (!condition) return words.apiElse;
  const fields = condition.fields.map(({ name, values }, n) => [
    n > 0 && ` ${words.apiAnd} `,
    values.length > 0
      ? fillHtml(words.apiIsValue, { name: html`<code>${name}</code>`, values: renderChoice(values, words) })
      : fillHtml(words.apiIsGiven, { name: html`<code>${name}</code>` }),
  ]);
  return fillHtml(words[kind === 'then' ? 'apiIf' : 'apiUnless'], { condition: fields });
}

const renderChoice = (values: readonly string[], words: DocumentWords): Insertion =>
  values.map((value, n) => [n > 0 && ` ${words.apiOr} `, html`<code>${value}</code>`]);

function renderAlternatives(alternatives: Alternatives, rendering: Rendering): Html {
  const { kind, condition, discriminator, options } = alternatives;
  const { words } = rendering;
  const hasName = kind !== 'then' && kind !== 'else';
  return html`${
    condition?.schema &&
    html`<p class="api-notes">${words.apiIfMatches}:</p><ul class="api-fields">${renderOption({ title: condition.schema.type, schema: condition.schema }, true, rendering)}</ul>`
  }<p class="api-notes">${nameAlternatives(alternatives, words)}${discriminator !== undefined && html` (<code>${discriminator}</code>)`}:</p>
<ul class="api-fields">${options.map((option) => renderOption(option, hasName, rendering))}</ul>\n`;
}

const renderOption = (
  { title, value, otherValues = [], schema }: Alternatives['options'][number],
  hasName: boolean,
  rendering: Rendering,
): Html =>
  html`<li><p class="api-field">${hasName && html`<span class="api-option">${title}</span> `}<span class="api-type">${nameType(schema)}</span>${[value, ...otherValues].map((one) => one !== undefined && html` <code>${one}</code>`)}${schema.isDeprecated && html` <span class="api-flag">${rendering.words.apiDeprecated}</span>`}</p>${renderText(schema.description, rendering)}${renderNotes(schema, rendering)}${hasName ? renderInner(schema, rendering) : renderParts(schema, rendering)}</li>\n`;

function renderNotes(schema: SchemaReference, rendering: Rendering): Insertion {
  const { words } = rendering;
  const { limits, enumValues, default: value, examples = [], examplesLeftOut, externalDocs } = schema;
  // The format is part of the type.
  const others = limits.filter(([name]) => name !== 'format');
  return [
    enumValues && renderValues(schema, words),
    value !== undefined && html`<p class="api-notes">${words.apiDefault}: <code>${value}</code></p>`,
    others.length > 0 &&
      html`<p class="api-notes">${others.map(([name, limit]) => html`<span>${name}: <code>${limit}</code></span> `)}</p>`,
    examples.map(
      ({ title, description, value: example }) =>
        html`<p class="api-notes">${words.apiExample}: <code>${writeShownValue(example)}</code>${title !== undefined && ` (${title})`}</p>${renderText(description, rendering)}`,
    ),
    examplesLeftOut !== undefined && html`<p class="api-notes">${writeLeftOut(examplesLeftOut, words)}</p>`,
    renderDocs(externalDocs, { words }),
  ];
}

export const renderDocs = (docs: ExternalDocs | undefined, { words }: Pick<Rendering, 'words'>): Insertion =>
  docs &&
  html`<p class="api-notes">${words.apiSeeAlso}: <a href="${docs.url}" rel="nofollow">${docs.description ?? docs.url}</a></p>`;

/** How many more there are of what is listed before. */
export const writeLeftOut = (count: number | undefined, words: DocumentWords): string | undefined =>
  count === undefined ? undefined : fillWords(words.apiMoreValues, { count });

/** Values with a meaning are a list. */
function renderValues(
  { enumValues = [], enumNotes, valuesLeftOut }: SchemaReference,
  words: DocumentWords,
): Html {
  const rest = writeLeftOut(valuesLeftOut, words);
  if (!enumNotes)
    return html`<p class="api-notes">${words.apiValues}: ${enumValues.map((one) => html`<code>${one}</code> `)}${rest}</p>`;
  return html`<p class="api-notes">${words.apiValues}:</p><ul class="api-values">${enumValues.map(
    (one, n) => html`<li><code>${one}</code>${enumNotes[n] && `: ${enumNotes[n]}`}</li>`,
  )}${rest && html`<li>${rest}</li>`}</ul>`;
}
