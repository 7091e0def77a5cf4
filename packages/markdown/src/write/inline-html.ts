import { assertNever } from '../assert-never.ts';
import {
  type ButtonData,
  type ColorMark,
  emojiText,
  type ImageData,
  type InlineImageData,
  type InlineOf,
  type Length,
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

export function markTag({ text, background }: ColorMark['data']): string {
  let style = text === 'default' ? '' : `color:${text};`;
  if (background !== 'default') style += `background-color:${background};`;
  return openTag('mark', { style: style || 'color:default;' });
}

/** The inlines that are HTML in Markdown too. `encode` is for the text between tags. */
export function writeInlineElement(
  { type, data }: InlineOf<'emoji' | 'icon' | 'expression' | 'button'>,
  encode: (text: string) => string,
): string {
  switch (type) {
    case 'emoji': {
      const { code } = data;
      const tag = openTag('span', { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code });
      return `${tag}${emojiText(code)}</span>`;
    }
    case 'icon': {
      const { icon, color } = data;
      const style = color === undefined ? undefined : `color:${color};`;
      return `${openTag('i', { class: `fa-${icon}`, style })}${encode(`:${icon}:`)}</i>`;
    }
    case 'expression':
      return `<code class="expression">${encode(data.expression)}</code>`;
    case 'button':
      return writeButton(data, encode);
    default:
      return assertNever(type);
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
  const href = data.isWithoutTarget ? undefined : targetOf(data.ref);
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
