import { assertNever } from '../assert-never.ts';
import {
  type ButtonData,
  type ColorMark,
  emojiText,
  type ImageData,
  type InlineImageData,
  type InlineOf,
  type Length,
  MARK_ORDER,
  type Mark,
  type PlainMarkType,
} from '../document.ts';
import { escapeAttribute } from '../syntax/html.ts';
import { targetOf } from './target.ts';

/** An HTML tag; attributes without a value are left out, `true` writes the bare name. */
export function openTag(name: string, attributes: Record<string, unknown>): string {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${key}` : ` ${key}="${escapeAttribute(String(value))}"`;
  }
  return `${text}>`;
}

/** What gives a heading an anchor of its own. */
export const writeAnchor = (id: string): string => `<a href="#${id}" id="${id}"></a>`;

export const MARK_ELEMENTS: Record<PlainMarkType, string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
};

/** Puts the elements of marks around some HTML. The innermost is code, the outermost the color. */
export function wrapInMarks(content: string, marks: readonly Mark[]): string {
  const ordered = [...marks].sort((a, b) => MARK_ORDER.indexOf(b.type) - MARK_ORDER.indexOf(a.type));
  const inner = ordered.filter(({ type }) => type === 'code');
  const outer = ordered.filter(({ type }) => type !== 'code').reverse();
  return [...inner, ...outer].reduce(
    (text, mark) =>
      mark.type === 'color'
        ? `${markTag(mark.data)}${text}</mark>`
        : `<${MARK_ELEMENTS[mark.type]}>${text}</${MARK_ELEMENTS[mark.type]}>`,
    content,
  );
}

export function markTag({ text, background }: ColorMark['data']): string {
  let style = text === 'default' ? '' : `color:${text};`;
  if (background !== 'default') style += `background-color:${background};`;
  return openTag('mark', { style: style || 'color:default;' });
}

/** The inlines that are HTML in Markdown too. `encode` is for the text between tags. */
export function writeInlineElement(
  node: InlineOf<'emoji' | 'icon' | 'expression' | 'button'>,
  encode: (text: string) => string,
): string {
  switch (node.type) {
    case 'emoji': {
      const { code } = node.data;
      const tag = openTag('span', { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code });
      return `${tag}${emojiText(code)}</span>`;
    }
    case 'icon': {
      const { icon, color } = node.data;
      const style = color === undefined ? undefined : `color:${color};`;
      return `${openTag('i', { class: `fa-${icon}`, style })}${encode(`:${icon}:`)}</i>`;
    }
    case 'expression':
      return wrapInMarks(`<code class="expression">${encode(node.data.expression)}</code>`, node.marks ?? []);
    case 'button':
      return writeButton(node.data, encode);
    default:
      return assertNever(node);
  }
}

function writeButton(data: ButtonData, encode: (text: string) => string): string {
  const { kind, size, icon } = data;
  const classes = `button ${kind}${size ? ` ${size}` : ''}`;
  const label = encode(data.label);
  if (data.action) {
    const { action, query } = data.action;
    const tag = openTag('button', {
      type: 'button',
      class: classes,
      'data-action': action,
      'data-query': query,
      'data-icon': icon,
    });
    return `${tag}${label}</button>`;
  }
  const target = targetOf(data.ref);
  const href = data.isWithoutTarget && target === '' ? undefined : target;
  return `${openTag('a', { href, class: classes, 'data-icon': icon })}${label}</a>`;
}

/** `<img>`, in a `<picture>` when it has a dark variant. */
export function writeImageElement(data: ImageData, attributes: Record<string, unknown> = {}): string {
  const image = openTag('img', {
    src: targetOf(data.ref),
    alt: data.alt ?? '',
    width: writeLength(data.width),
    height: writeLength(data.height),
    ...attributes,
  });
  if (!data.refDark) return image;
  const dark = openTag('source', {
    srcset: targetOf(data.refDark),
    media: '(prefers-color-scheme: dark)',
  });
  return `<picture>${dark}${image}</picture>`;
}

/** Writes an image within a line of text. */
export const writeInlineImageElement = (data: InlineImageData): string =>
  writeImageElement(data, { title: data.caption, 'data-size': data.size });

function writeLength(length: Length | undefined): string | undefined {
  if (typeof length !== 'object') return length === undefined ? undefined : String(length);
  return `${length.value}${length.unit === 'px' ? '' : length.unit}`;
}
