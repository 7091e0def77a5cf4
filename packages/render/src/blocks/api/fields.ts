import { type Html, html, type Insertion } from '@lectern/html/html';
import type {
  Alternatives,
  ExternalDocs,
  ExternalExample,
  FieldReference,
  ReferenceText,
  SchemaReference,
  ShownExample,
} from '@lectern/openapi/reference/operation-reference';
import {
  findFormat,
  findOwnTitle,
  isWebAddress,
  writeShownValue,
} from '@lectern/openapi/reference/write-reference';
import { anchorOfField, type Rendering, renderBlocks, takeId, withoutOutline } from '../../rendering.ts';
import { type DocumentWords, fillHtml, fillWords } from '../../words.ts';

/** Renders a description from a spec. Its headings are part of the page, but not of its outline. */
export const renderText = (text: ReferenceText | undefined, rendering: Rendering): Insertion =>
  text &&
  (text.blocks ? renderBlocks(text.blocks, withoutOutline(rendering)) : html`<p>${text.markdown}</p>\n`);

export const renderFields = (fields: readonly FieldReference[], rendering: Rendering): Insertion =>
  fields.length > 0 &&
  html`<ul class="api-fields">${fields.map((field) => renderField(field, rendering))}</ul>\n`;

function renderField(field: FieldReference, outer: Rendering): Html {
  const { name, isRequired, mediaType, encodings, schema } = field;
  const { words } = outer;
  const title = findOwnTitle(field);
  const id = takeId(outer, anchorOfField(outer, name === '*' ? 'any' : name));
  // Most fields have none within them.
  const rendering = isLeaf(schema) ? outer : { ...outer, fieldAnchor: id };
  const flags = [
    mediaType !== undefined && html` <span class="api-type">${mediaType}</span>`,
    isRequired && html` ${renderRequired(rendering)}`,
    schema.isDeprecated && html` <span class="api-flag">${words.apiDeprecated}</span>`,
    schema.isReadOnly && html` <span class="api-type">${words.apiReadOnly}</span>`,
    schema.isWriteOnly && html` <span class="api-type">${words.apiWriteOnly}</span>`,
  ];
  // A script makes a link to the field of it: with the links, pages of large APIs were a quarter larger.
  const label = name === '*' ? html`<span>${words.apiAnyName}</span>` : html`<code>${name}</code>`;
  return html`<li id="${id}"><p class="api-field">${label} <span class="api-type">${nameType(schema)}</span>${flags}</p>${title !== undefined && html`<p class="api-notes">${title}</p>`}${renderText(schema.description, rendering)}${renderNotes(schema, rendering)}${renderInner(schema, rendering)}${renderEncodings(encodings, rendering)}</li>\n`;
}

/** How the parts of a body are sent. */
export const renderEncodings = (encodings: FieldReference['encodings'], rendering: Rendering): Insertion =>
  encodings?.map(
    ({ names, mediaType, rules, headers }) =>
      html`<p class="api-line">${names.map((name, n) => [n > 0 && ' › ', name === null ? rendering.words.apiItems : html`<code>${name}</code>`])}${mediaType !== undefined && html`<span class="api-type">${mediaType}</span>`}</p>${renderFacts(rules)}${renderHeaders(headers, rendering)}\n`,
  );

export const renderHeaders = (headers: readonly FieldReference[], rendering: Rendering): Insertion =>
  headers.length > 0 && [
    html`<p class="api-title">${rendering.words.apiHeaders}</p>`,
    renderFields(headers, rendering),
  ];

const isLeaf = ({ fields, items, alternatives }: SchemaReference): boolean =>
  fields.length === 0 && items === undefined && alternatives.length === 0;

export const renderRequired = ({ words }: Rendering): Html =>
  html`<span class="api-required">${words.apiRequired}</span>`;

/** Returns a type such as “integer · int64” or “array of string · date-time”. */
export function nameType(schema: SchemaReference): string {
  const format = findFormat(schema);
  return format === undefined ? schema.type : `${schema.type} · ${format}`;
}

/** Renders the limits, fields and alternatives of a schema, without its own title and description. */
export const renderSchema = (schema: SchemaReference, rendering: Rendering): Insertion => [
  renderNotes(schema, rendering),
  renderParts(schema, rendering),
];

/** `isNamed`: whether the text around the parts already says what the schema can be. */
function renderParts(schema: SchemaReference, rendering: Rendering, isNamed = false): Insertion {
  const { words, findings, fieldAnchor } = rendering;
  if (schema.name !== undefined && schema.fields.length > 0 && fieldAnchor !== undefined)
    findings.shownSchemas.set(schema.name, fieldAnchor);
  return [
    schema.isFolded && renderFolded(schema, rendering),
    renderFields(schema.fields, rendering),
    schema.isClosed && renderRemark(words.apiNoOthers),
    schema.items && [renderAbout(schema.items, rendering), renderParts(schema.items, rendering)],
    schema.alternatives.map((alternatives, n) => {
      const isTitled = isNamed && n === 0 && schema.fields.length === 0;
      const render = isChoice(alternatives) ? renderVariants : renderAlternatives;
      return render(alternatives, rendering, isTitled);
    }),
    schema.isCut && renderRemark(words.apiNotShown),
  ];
}

export const renderRemark = (text: string): Html => html`<p class="api-notes"><em>${text}</em></p>`;

/** Says that the fields are elsewhere, and leads to them if they are above. */
function renderFolded(
  { name = '' }: SchemaReference,
  { findings, hasAnchors, isInLink, words }: Rendering,
): Html {
  const id = hasAnchors && !isInLink ? findings.shownSchemas.get(name) : undefined;
  return id === undefined
    ? renderRemark(words.apiShownAbove)
    : html`<p class="api-notes"><em><a href="#${encodeURIComponent(id)}">${words.apiShownAbove}</a></em></p>`;
}

/** Fields within a field are folded away. */
function renderInner(schema: SchemaReference, rendering: Rendering): Insertion {
  const { words } = rendering;
  const lists = listItems(schema);
  const inner = lists.at(-1) ?? schema;
  const about = lists.map((items) => renderAbout(items, rendering));
  if (inner.isFolded) return [about, renderFolded(inner, rendering)];
  if (inner.isCut) return [about, renderRemark(words.apiNotShown)];
  const isPlain = inner.fields.length === 0 && inner.alternatives.length === 0;
  if (isPlain) return [about, inner.isClosed && renderRemark(words.apiNoOthers)];
  return renderExpandable(nameInner(inner, words), [about, renderParts(inner, rendering, true)]);
}

const renderExpandable = (summary: Insertion, body: Insertion): Html =>
  html`<details class="expandable"><summary>${summary}</summary><div class="expandable-body">${body}</div></details>`;

const MAX_NAMED = 4;

/** What is folded: the fields of a schema, or what it can be. */
function nameInner({ name, fields, alternatives }: SchemaReference, words: DocumentWords): Insertion {
  const [first] = alternatives;
  if (fields.length > 0 || !first)
    return [words.apiFields, name !== undefined && html` <code>${name}</code>`];
  const { kind, options } = first;
  if (kind !== 'oneOf' && kind !== 'anyOf') return nameAlternatives(first, words);
  const titles = options.slice(0, MAX_NAMED).map(({ title }) => title);
  const rest = options.length - titles.length;
  const more = rest > 0 && ` ${fillWords(words.apiMoreValues, { count: rest })}`;
  return html`${words[ALTERNATIVES[kind]]}: ${titles.join(', ')}${more}`;
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

function renderAlternatives(alternatives: Alternatives, rendering: Rendering, isNamed: boolean): Html {
  const { kind, condition, discriminator, options } = alternatives;
  const hasName = kind !== 'then' && kind !== 'else';
  return html`${
    condition?.schema &&
    html`<p class="api-notes">${rendering.words.apiIfMatches}:</p><ul class="api-fields">${renderOption({ title: condition.schema.type, schema: condition.schema }, true, rendering)}</ul>`
  }${renderName(alternatives, rendering, isNamed && discriminator === undefined)}<ul class="api-fields">${options.map((option) => renderOption(option, hasName, rendering))}</ul>\n`;
}

/** Says what the options are, unless the title above them does. */
function renderName(alternatives: Alternatives, { words }: Rendering, isNamed: boolean): Html | undefined {
  const { discriminator, options } = alternatives;
  // Otherwise each option has it with its value.
  const isMissing = discriminator !== undefined && options.some(({ value }) => value === undefined);
  if (isNamed && !isMissing) return undefined;
  return html`<p class="api-notes">${nameAlternatives(alternatives, words)}${discriminator !== undefined && html` (<code>${discriminator}</code>)`}:</p>\n`;
}

/** Whether a reader picks one of several schemas with fields, and not one of several plain types. */
const isChoice = ({ kind, options }: Alternatives): boolean =>
  (kind === 'oneOf' || kind === 'anyOf') &&
  options.length > 1 &&
  options.some(({ schema }) => schema.fields.length > 0 || schema.isFolded);

/** More of them do not fit above their fields. */
const MAX_TABS = 4;

/**
 * One tab for each schema that a value can match. The choice is not shared: elsewhere, the same title is another
 * schema.
 */
function renderVariants(alternatives: Alternatives, rendering: Rendering, isNamed: boolean): Html {
  const { discriminator, options } = alternatives;
  const name = nameAlternatives(alternatives, rendering.words);
  const look = options.length > MAX_TABS ? 'own menu' : 'own';
  return html`${renderName(alternatives, rendering, isNamed)}<div class="tabs-block api-variants" data-tabs="${look}" data-label="${name}">${options.map(
    ({ title, value, otherValues = [], isDefault, schema }) => {
      const type = nameType(schema);
      const facts = [
        type !== title && html`<span>${type}</span> `,
        value !== undefined &&
          html`<span>${nameValue(discriminator)}${[value, ...otherValues].map((one) => html`<code>${one}</code> `)}</span>`,
        isDefault && html`<span>${rendering.words.apiElse}</span>`,
        schema.isDeprecated && html`<span class="api-flag">${rendering.words.apiDeprecated}</span>`,
      ].filter(Boolean);
      return html`<section class="tab"><p class="tab-title">${title}</p>${facts.length > 0 && html`<p class="api-notes api-facts">${facts}</p>`}${renderAbout(schema, rendering)}${renderParts(schema, rendering)}</section>\n`;
    },
  )}</div>\n`;
}

const nameValue = (discriminator: string | undefined): string =>
  discriminator === undefined ? '' : `${discriminator}: `;

function renderOption(
  { title, value, otherValues = [], isDefault, schema }: Alternatives['options'][number],
  hasName: boolean,
  rendering: Rendering,
): Html {
  const type = nameType(schema);
  const shown = [
    hasName && html`<span class="api-option">${title}</span> `,
    !(hasName && title === type) && html`<span class="api-type">${type}</span>`,
  ];
  return html`<li><p class="api-field">${shown}${[value, ...otherValues].map((one) => one !== undefined && html` <code>${one}</code>`)}${isDefault && html` <span class="api-type">${rendering.words.apiElse}</span>`}${schema.isDeprecated && html` <span class="api-flag">${rendering.words.apiDeprecated}</span>`}</p>${renderText(schema.description, rendering)}${renderNotes(schema, rendering)}${hasName ? renderInner(schema, rendering) : renderParts(schema, rendering)}</li>\n`;
}

function renderNotes(schema: SchemaReference, rendering: Rendering): Insertion {
  const { words } = rendering;
  const { limits, enumValues, default: value, examples = [], examplesLeftOut, externalDocs } = schema;
  // The format is part of the type.
  const others = limits.filter(([name]) => name !== 'format');
  const plain = examples.filter((example) => !isDescribed(example));
  const described = examples.filter(isDescribed);
  const facts = [
    ...(value === undefined ? [] : [[words.apiDefault, value] as const]),
    ...others,
    ...plain.map((example) => [words.apiExample, writeShownValue(example.value)] as const),
  ];
  return [
    enumValues && renderValues(schema, words),
    renderFacts(facts),
    described.map(
      ({ title, description, value: example }) =>
        html`<p class="api-notes">${words.apiExample}: <code>${writeShownValue(example)}</code>${title !== undefined && ` (${title})`}</p>${renderText(description, rendering)}`,
    ),
    renderExternalExamples(schema.externalExamples, rendering),
    examplesLeftOut !== undefined && html`<p class="api-notes">${writeLeftOut(examplesLeftOut, words)}</p>`,
    renderDocs(externalDocs, { words }),
  ];
}

const renderFacts = (facts: readonly (readonly [string, string])[]): Insertion =>
  facts.length > 0 &&
  html`<p class="api-notes api-facts">${facts.map(([name, fact]) => html`<span>${name}: <code>${fact}</code></span> `)}</p>`;

export const renderExternalExamples = (
  examples: readonly ExternalExample[] | undefined,
  rendering: Rendering,
): Insertion =>
  examples?.map(
    ({ title, description, url }) =>
      html`<p class="api-notes">${rendering.words.apiExample}: ${isWebAddress(url) ? html`<a href="${url}" rel="nofollow">${title}</a>` : html`${title} <code>${url}</code>`}</p>${renderText(description, rendering)}`,
  );

/** Whether something is said about an example. */
const isDescribed = ({ title, description }: ShownExample): boolean =>
  title !== undefined || description !== undefined;

export const renderDocs = (docs: ExternalDocs | undefined, { words }: Pick<Rendering, 'words'>): Insertion =>
  docs &&
  html`<p class="api-notes">${words.apiSeeAlso}: <a href="${docs.url}" rel="nofollow">${docs.description ?? docs.url}</a></p>`;

/** Says how many more entries there are than the listed ones. */
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
