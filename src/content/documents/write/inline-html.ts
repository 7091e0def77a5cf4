import { type ContentRef, emojiText, type Inline } from '../document.ts';
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

export function markTag(data: { text: string; background: string } | undefined): string {
  const { text = 'default', background = 'default' } = data ?? {};
  let style = text === 'default' ? '' : `color:${text};`;
  if (background !== 'default') style += `background-color:${background};`;
  return openTag('mark', { style: style || 'color:default;' });
}

/** The inlines that are HTML in Markdown too. `encode` is for the text between tags. */
export function writeInlineElement(
  { type, data }: Inline,
  encode: (text: string) => string,
): string | undefined {
  switch (type) {
    case 'emoji': {
      const code = String(data.code);
      const tag = openTag('span', { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code });
      return `${tag}${emojiText(code)}</span>`;
    }
    case 'icon': {
      const tag = openTag('i', {
        class: `fa-${String(data.icon)}`,
        style: data.color === undefined ? undefined : `color:${String(data.color)};`,
      });
      return `${tag}${encode(`:${String(data.icon)}:`)}</i>`;
    }
    case 'expression':
      return `<code class="expression">${encode(String(data.expression))}</code>`;
    case 'button':
      return writeButton(data, encode);
    default:
      return undefined;
  }
}

function writeButton(data: Record<string, unknown>, encode: (text: string) => string): string {
  const classes = `button ${String(data.kind ?? 'primary')}${data.size ? ` ${String(data.size)}` : ''}`;
  const label = encode(String(data.label ?? ''));
  const action = data.action as { action: string; query?: string } | undefined;
  if (action) {
    const tag = openTag('button', {
      type: 'button',
      class: classes,
      'data-action': action.action,
      'data-query': action.query,
      'data-icon': data.icon,
    });
    return `${tag}${label}</button>`;
  }
  const href = data.isWithoutTarget ? undefined : targetOf(data.ref as ContentRef);
  return `${openTag('a', { href, class: classes, 'data-icon': data.icon })}${label}</a>`;
}

/** `<img>`, in a `<picture>` when it has a dark variant. */
export function writeImageElement(
  data: Record<string, unknown>,
  attributes: Record<string, unknown> = {},
): string {
  const image = openTag('img', {
    src: targetOf(data.ref as ContentRef),
    alt: String(data.alt ?? ''),
    width: writeLength(data.width),
    height: writeLength(data.height),
    ...attributes,
  });
  if (!data.refDark) return image;
  const dark = openTag('source', {
    srcset: targetOf(data.refDark as ContentRef),
    media: '(prefers-color-scheme: dark)',
  });
  return `<picture>${dark}${image}</picture>`;
}

function writeLength(length: unknown): string | undefined {
  if (typeof length === 'number') return String(length);
  if (typeof length !== 'object' || length === null) return undefined;
  const { unit, value } = length as { unit: string; value: number };
  return `${value}${unit === 'px' ? '' : unit}`;
}
