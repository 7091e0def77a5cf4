import type { Node } from 'prosemirror-model';
import { t } from '../../messages/messages.ts';
import { element } from '../views/element.ts';
import { expressionField } from '../views/expression-field.ts';
import { type Data, dataOf } from './block-data.ts';
import {
  action,
  choice,
  type FormContext,
  flag,
  icon,
  longText,
  type Property,
  target,
  text,
} from './controls.ts';
import { pickEmoji } from './icon-picker.ts';

export type { FormContext };

const ALIGNMENTS = [
  ['', 'alignStart'],
  ['center', 'alignCenter'],
  ['end', 'alignEnd'],
] as const;

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'].map(
  (method) => [method, method.toUpperCase()] as const,
);

const COLORS = [
  ['', 'colorDefault'],
  ...['blue', 'green', 'red', 'orange', 'yellow', 'purple', 'pink', 'violet', 'cyan'].map(
    (color) => [color, `color-${color}`] as const,
  ),
] as const;

const fullWidth = flag('fullWidth', 'fullWidth');
const align = choice('alignment', 'align', ALIGNMENTS);

/** The address within the page at which a heading is found. */
const anchor: Property = ({ node, setMore }) => {
  const { meta } = node.attrs.more as { meta?: { id?: string } };
  const input = element('input', { 'data-property': 'anchor', spellcheck: 'false' });
  input.value = meta?.id ?? '';
  input.addEventListener('input', () => {
    const id = input.value.trim();
    setMore({ meta: id === '' ? undefined : { id, isExplicit: true } });
  });
  return element('label', { class: 'block-option' }, element('span', {}, t('anchor')), input);
};

/** The value of an expression in the text. */
const expression: Property = ({ node, parts, set }) => {
  const { dom, input, check } = expressionField(parts, {
    label: t('expression'),
    isValue: true,
    onChange: (value) => set({ expression: value }),
  });
  input.dataset.property = 'expression';
  input.value = String(dataOf(node).expression ?? '');
  check();
  return element('div', { class: 'block-option' }, element('span', {}, t('expression')), dom);
};

const color = choice(
  'color',
  { read: ({ color: value }) => String(value ?? ''), write: (value) => ({ color: value || undefined }) },
  COLORS,
);

/** A button leads somewhere, searches, or asks. */
const buttonDoes: Property = (context) => {
  const { action: known } = dataOf(context.node) as { action?: { action: string; query?: string } };
  const kind = choice(
    'buttonAction',
    {
      read: () => known?.action ?? 'link',
      write: (value) =>
        value === 'link'
          ? { action: undefined, ref: { kind: 'url', url: '' } }
          : { ref: undefined, isWithoutTarget: undefined, action: { action: value, query: known?.query } },
    },
    [
      ['link', 'buttonOpens'],
      ['search', 'buttonSearches'],
      ['ask', 'buttonAsks'],
    ],
  )(context);
  const detail = known
    ? text('buttonQuery', {
        read: () => known.query ?? '',
        write: (query) => ({ action: { ...known, query: query || undefined } }),
      })(context)
    : target('linkTarget', 'target', (ref) => ({ ref, isWithoutTarget: undefined }))(context);
  return element('div', { class: 'block-options-fields' }, kind, detail);
};

const width = choice(
  'width',
  {
    read: ({ width: own }) => {
      if (own === undefined) return '';
      const { unit = '', value } =
        typeof own === 'object' ? (own as { unit: string; value: number }) : { value: own };
      return `${value}${unit}`;
    },
    write: (value) => ({ width: value === '' ? undefined : { unit: '%', value: Number.parseFloat(value) } }),
  },
  [
    ['', 'widthEqual'],
    ...['20%', '25%', '33.33333333333333%', '40%', '50%', '60%', '66.66666666666666%', '75%', '80%'].map(
      (value) => [value, `${Math.round(Number.parseFloat(value))} %`] as const,
    ),
  ],
);

const date = text(
  'updateDate',
  {
    read: ({ date: own }) => String(own ?? '').slice(0, 10),
    write: (value) => ({ date: value }),
  },
  { type: 'date' },
);

const tags = text('updateTags', {
  read: ({ tags: own = [] }) => (own as { tag: string }[]).map(({ tag }) => tag).join(', '),
  write: (value) => {
    const slugs = value.split(',').flatMap((slug) => slug.trim() || []);
    return { tags: slugs.length > 0 ? slugs.map((tag) => ({ kind: 'tag', tag })) : undefined };
  },
});

const list = (label: 'schemaNames', name: string): Property =>
  text(label, {
    read: ({ [name]: own = [] }) => (own as string[]).join(', '),
    write: (value) => ({ [name]: value.split(',').flatMap((one) => one.trim() || []) }),
  });

const spec = text(
  'operationSpec',
  {
    read: ({ ref }) => String((ref as { spec?: string } | undefined)?.spec ?? ''),
    write: (value) => ({ ref: { kind: 'openapi', spec: value.trim() } }),
  },
  { spellcheck: 'false' },
);
const method = choice('operationMethod', 'method', METHODS);
const operation = target('chooseOperation', 'operation', ({ path, method: of, ...ref }) => ({
  ref,
  path,
  method: of,
  // It belonged to the previous target of the block.
  line: undefined,
}));

/** The lines that are selected, or the one with the caret, are highlighted. */
const highlight = action('highlightLine', (view, position) => {
  const code = view.state.doc.nodeAt(position);
  if (!code) return;
  const { from, to } = view.state.selection;
  const transaction = view.state.tr;
  code.forEach((line, offset) => {
    const start = position + 1 + offset;
    if (from >= start + line.nodeSize || to <= start) return;
    const { highlighted, ...data } = dataOf(line);
    transaction.setNodeAttribute(start, 'data', highlighted === true ? data : { ...data, highlighted: true });
  });
  view.dispatch(transaction);
});

const emoji: Property = ({ node, set, redraw }) => {
  const made = element('button', { type: 'button', 'data-property': 'emoji' }, t('chooseEmoji'));
  made.addEventListener('click', async () => {
    const picked = await pickEmoji();
    if (picked) set({ code: [...picked].map((one) => one.codePointAt(0)?.toString(16)).join('-') });
    redraw();
  });
  return element('div', { class: 'block-option' }, element('span', {}, node.textContent || t('emoji')), made);
};

/** Fields of an integration are texts. */
const props = (context: FormContext): HTMLElement => {
  const { props: own = {} } = dataOf(context.node) as { props?: Record<string, string> };
  return element(
    'div',
    { class: 'block-options-fields' },
    ...Object.keys(own).map((name) => {
      const input = element('input', { 'data-property': name });
      input.value = String(own[name]);
      input.addEventListener('input', () => {
        const { props: now = {} } = dataOf(context.node) as { props?: Data };
        own[name] = input.value;
        context.set({ props: { ...now, ...own } });
      });
      return element('label', { class: 'block-option' }, element('span', {}, name), input);
    }),
  );
};

const CARDS: readonly Property[] = [
  choice(
    'cardSize',
    { read: ({ view }) => String((view as Data).cardSize), write: (cardSize) => ({ cardSize }) },
    [
      ['medium', 'cardMedium'],
      ['large', 'cardLarge'],
    ],
  ),
].map((property) => viewProperty(property));

/** A property of the view of a table. */
function viewProperty(property: Property): Property {
  return (context) =>
    property({
      ...context,
      set: (fields) => context.set({ view: { ...(dataOf(context.node).view as Data), ...fields } }),
    });
}

const PROPERTIES: Record<string, readonly Property[]> = {
  paragraph: [align],
  heading_1: [anchor, align],
  heading_2: [anchor, align],
  heading_3: [anchor, align],
  list_ordered: [
    text(
      'listStart',
      {
        read: ({ start }) => (start === undefined ? '' : String(start)),
        write: (value) => ({ start: value === '' ? undefined : Number(value) }),
      },
      { type: 'number', min: '0', max: '999999999' },
    ),
  ],
  hint: [
    choice('hintStyle', 'style', [
      ['info', 'blockInfo'],
      ['success', 'blockSuccess'],
      ['warning', 'blockWarning'],
      ['danger', 'blockDanger'],
    ]),
    icon,
  ],
  code_block: [
    flag('lineNumbers', 'lineNumbers'),
    flag('wrapLines', 'overflow', 'wrap'),
    flag('codeExpandable', 'expandable'),
    fullWidth,
    highlight,
  ],
  tabs: [fullWidth],
  tabs_item: [text('tabTitle', 'title'), icon],
  stepper: [fullWidth],
  stepper_step: [icon],
  columns: [fullWidth],
  column: [
    width,
    choice('verticalAlignment', 'verticalAlignment', [
      ['', 'alignTop'],
      ['middle', 'alignMiddle'],
      ['bottom', 'alignBottom'],
    ]),
  ],
  expandable: [flag('defaultExpanded', 'defaultExpanded')],
  updates: [
    choice('dateFormat', 'format', [
      ['full', 'dateFull'],
      ['short', 'dateShort'],
      ['numeric', 'dateNumeric'],
    ]),
  ],
  update: [date, tags],
  prompt: [
    text('description', 'description'),
    icon,
    flag('promptProviders', 'openInAIProviders'),
    choice('promptExpanded', 'defaultExpanded', [
      ['', 'promptPartial'],
      ['hidden', 'promptHidden'],
      ['full', 'promptFull'],
    ]),
  ],
  math: [longText('formula', 'formula')],
  inline_math: [longText('formula', 'formula')],
  openapi_operation: [operation],
  openapi_webhook: [spec, text('webhookName', 'name'), method],
  openapi_schemas: [spec, list('schemaNames', 'schemas'), flag('schemasGrouped', 'grouped')],
  swagger: [text('operationPath', 'path'), method, flag('defaultExpanded', 'expanded'), fullWidth],
  integration: [props],
  reusable_content: [target('chooseReusable', 'reusable-content')],
  button: [
    text('buttonLabel', 'label'),
    buttonDoes,
    choice('buttonKind', 'kind', [
      ['primary', 'buttonPrimary'],
      ['secondary', 'buttonSecondary'],
    ]),
    choice('buttonSize', 'size', [
      ['small', 'sizeSmall'],
      ['', 'sizeMedium'],
      ['large', 'sizeLarge'],
    ]),
    icon,
  ],
  icon: [icon, color],
  emoji: [emoji],
  expression: [expression],
  mention: [target('linkTarget', 'page')],
  table: [
    ...CARDS,
    viewProperty((context) => viewFlag(context, 'cardTitlesHidden', 'hideColumnTitle', true)),
    viewProperty((context) => viewFlag(context, 'cardNoWrap', 'wrap', false)),
    fullWidth,
  ],
};

function viewFlag(
  { node, set }: FormContext,
  label: 'cardTitlesHidden' | 'cardNoWrap',
  name: string,
  on: boolean,
): HTMLElement {
  const box = element('input', { type: 'checkbox', 'data-property': label });
  box.checked = (dataOf(node).view as Data)[name] === on;
  box.addEventListener('change', () => set({ [name]: box.checked ? on : undefined }));
  return element('label', { class: 'block-option-flag' }, box, element('span', {}, t(label)));
}

/** The properties of a node, in the order of its form. */
export const propertiesOf = ({ type }: Node): readonly Property[] => PROPERTIES[type.name] ?? [];
