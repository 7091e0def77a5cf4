import { mergeOnce } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { type Json, listOf, recordOf, refOf } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';

const MAX_LINE = 100;
const MAX_DEPTH = 50;
const MAX_PARTS = 2000;

/** A value as XML, with the names, attributes and namespaces that its schema gives in `xml`. */
export function writeXml(spec: Json, schema: unknown, value: unknown): string {
  const budget = { left: MAX_PARTS };
  const merge = (one: unknown): Json => mergeOnce(spec, one, budget).schema;
  const name = refOf(schema)?.split('/').at(-1);
  const [root] = writeElements(
    { schema: merge(schema), value, name: name ?? 'root', isRoot: true, depth: 0 },
    merge,
  );
  return root === undefined ? '' : printElement(root, 0);
}

interface Element {
  name: string;
  attributes: string[];
  content: (Element | string)[];
}

interface Written {
  schema: Json;
  value: unknown;
  name: string;
  isRoot?: boolean;
  depth: number;
}

type Merge = (schema: unknown) => Json;

/** A list is several elements, unless it is wrapped in one. */
function writeElements({ schema, value, name, isRoot, depth }: Written, merge: Merge): Element[] {
  if (depth > MAX_DEPTH) return [];
  const xml = recordOf(schema.xml);
  if (Array.isArray(value)) {
    const items = merge(schema.items);
    const own = recordOf(items.xml).name;
    const inner = typeof own === 'string' ? own : name;
    const elements = value.flatMap((item) =>
      writeElements({ schema: items, value: item, name: inner, depth: depth + 1 }, merge),
    );
    const isWrapped = xml.wrapped === true || xml.nodeType === 'element' || isRoot === true;
    return isWrapped ? [{ ...startElement(xml, name), content: elements }] : elements;
  }
  const element = startElement(xml, name);
  if (!isObject(value)) {
    element.content.push(textOf(value));
    return [element];
  }
  for (const [field, inner] of Object.entries(value)) {
    const part = merge(findField(schema, field, merge));
    const { attribute, nodeType } = recordOf(part.xml);
    if (attribute === true || nodeType === 'attribute') {
      const { name: label, attributes } = startElement(recordOf(part.xml), field);
      element.attributes.push(
        ...attributes,
        `${label}="${escapeXml(textOf(inner)).replaceAll('"', '&quot;')}"`,
      );
    } else if (nodeType === 'text' || nodeType === 'cdata') element.content.push(textOf(inner));
    else
      element.content.push(
        ...writeElements({ schema: part, value: inner, name: field, depth: depth + 1 }, merge),
      );
  }
  return [element];
}

function startElement({ name, prefix, namespace }: Json, known: string): Element {
  const own = toName(typeof name === 'string' && name !== '' ? name : known);
  const hasPrefix = typeof prefix === 'string' && prefix !== '';
  const declaration = hasPrefix ? `xmlns:${toName(prefix)}` : 'xmlns';
  return {
    name: hasPrefix ? `${toName(prefix)}:${own}` : own,
    attributes:
      typeof namespace === 'string'
        ? [`${declaration}="${escapeXml(namespace).replaceAll('"', '&quot;')}"`]
        : [],
    content: [],
  };
}

/** The schema of a field, which may be that of one of the alternatives. */
function findField(schema: Json, name: string, merge: Merge): unknown {
  const properties = recordOf(schema.properties);
  if (Object.hasOwn(properties, name)) return properties[name];
  for (const option of [...listOf(schema.oneOf), ...listOf(schema.anyOf), ...listOf(schema.allOf)]) {
    const inner = recordOf(merge(option).properties);
    if (Object.hasOwn(inner, name)) return inner[name];
  }
  return schema.additionalProperties;
}

function printElement({ name, attributes, content }: Element, depth: number): string {
  const start = [name, ...attributes].join(' ');
  const space = '  '.repeat(depth);
  if (content.length === 0) return `${space}<${start}/>`;
  const line = content
    .map((part) => (typeof part === 'string' ? escapeXml(part) : printElement(part, 0)))
    .join('');
  const isShort =
    content.every((part) => typeof part === 'string') || (!line.includes('\n') && line.length <= MAX_LINE);
  if (isShort) return `${space}<${start}>${line}</${name}>`;
  const lines = content.map((part) =>
    typeof part === 'string' ? `${space}  ${escapeXml(part)}` : printElement(part, depth + 1),
  );
  return `${space}<${start}>\n${lines.join('\n')}\n${space}</${name}>`;
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? writeJson(value) : String(value);
};

const escapeXml = (text: string): string =>
  text
    // Characters that XML does not have.
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const toName = (text: string): string => {
  const name = text.replace(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
};
