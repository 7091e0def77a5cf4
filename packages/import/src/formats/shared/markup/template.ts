import { isRecord } from '@lectern/std/is-record';
import { quote } from './inline-markup.ts';
import type { ReportMarkup } from './markup.ts';

/** A template language whose values are known before a build: Jinja and Nunjucks, as far as they need no program. */
export interface TemplateRules {
  /** Variables by their names, with records within them. */
  variables: Record<string, unknown>;
  /** The marks around a variable: `{{` and `}}`. */
  marks?: readonly [string, string] | undefined;
  /** Writes a tag, such as `{% include "a.md" %}`; undefined if it is not known. */
  writeTag?(tag: { name: string; text: string; line: number }): string | undefined;
}

/** Longer expressions are text. */
const MAX_LENGTH = 1000;
/** A comment may be as long. */
const MAX_BLOCK_LENGTH = 100_000;

const NAME = /^[A-Za-z_][\w-]*$/;
/** A text in quotes, which may itself contain marks. */
const QUOTED = /^-?[ \t]*(?:"([^"\\\n]*)"|'([^'\\\n]*)')[ \t]*-?/;
const SET = /^set[ \t]+([A-Za-z_]\w*)[ \t]*=[ \t]*(?:"([^"\\]*)"|'([^'\\]*)'|(-?\d+(?:\.\d+)?))$/;

/**
 * Puts the values of variables in their places, in text and in code, as the generator does before it reads Markdown. What
 * has no known value stays as it is written, and is reported.
 */
export function expandTemplate(body: string, rules: TemplateRules, report: ReportMarkup): string {
  const [start, end] = rules.marks ?? ['{{', '}}'];
  if (!body.includes(start) && !body.includes('{%') && !body.includes('{#')) return body;
  return new TemplateReader(body, { rules, report, start, end }).read();
}

interface TemplateContext {
  rules: TemplateRules;
  report: ReportMarkup;
  start: string;
  end: string;
}

class TemplateReader {
  private readonly body: string;
  private readonly context: TemplateContext;
  private readonly own = new Map<string, unknown>();
  /** The next position of each mark. */
  private readonly found = new Map<string, number>();
  private hasNoRawEnd = false;
  private result = '';
  private done = 0;
  private line = 1;
  private counted = 0;

  constructor(body: string, context: TemplateContext) {
    this.body = body;
    this.context = context;
  }

  read(): string {
    const { start } = this.context;
    const marks = new RegExp(`${start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}|\\{[%#]`, 'g');
    for (let match = marks.exec(this.body); match; match = marks.exec(this.body)) {
      const at = match.index;
      const next =
        match[0] === '{#'
          ? this.readComment(at)
          : match[0] === '{%' && start !== '{%'
            ? this.readTag(at)
            : this.readVariable(at);
      marks.lastIndex = next ?? at + match[0].length;
    }
    return this.result + this.body.slice(this.done);
  }

  /** Each mark is searched for only once, wherever it is found. */
  private find(mark: string, from: number, length: number): number | undefined {
    let found = this.found.get(mark) ?? -1;
    if (found < from) {
      found = this.body.indexOf(mark, from);
      if (found < 0) found = Number.POSITIVE_INFINITY;
      this.found.set(mark, found);
    }
    return found - from > length ? undefined : found;
  }

  private replace(at: number, end: number, by: string): number {
    this.result += this.body.slice(this.done, at) + by;
    this.done = end;
    return end;
  }

  private lineAt(at: number): number {
    for (; this.counted < at; this.counted++) if (this.body[this.counted] === '\n') this.line++;
    return this.line;
  }

  private keep(at: number, end: number): number {
    const written = this.body.slice(at, end);
    this.context.report({
      line: this.lineAt(at),
      reason: 'unsupported-expression',
      message: `The value of ${quote(written)} is not known. It was kept as it is written.`,
    });
    return end;
  }

  private readComment(at: number): number | undefined {
    const end = this.find('#}', at + 2, MAX_BLOCK_LENGTH);
    // `{#id}` is the anchor of a heading.
    if (end === undefined || /^\{#[\w.:-]+\}/.test(this.body.slice(at, at + 200))) return undefined;
    // Its line breaks stay, so that later lines keep their numbers.
    return this.replace(at, end + 2, this.body.slice(at, end).replace(/[^\n]/g, ''));
  }

  private readVariable(at: number): number | undefined {
    const { start, end: mark } = this.context;
    const literal = QUOTED.exec(this.body.slice(at + start.length, at + MAX_LENGTH));
    const literalEnd = at + start.length + (literal?.[0].length ?? 0);
    if (literal && this.body.startsWith(mark, literalEnd))
      return this.replace(at, literalEnd + mark.length, literal[1] ?? literal[2] ?? '');
    const end = this.find(mark, at + start.length, MAX_LENGTH);
    if (end === undefined) return undefined;
    const expression = this.body.slice(at + start.length, end).replace(/^-|-$/g, '');
    const value = this.valueOf(expression.trim());
    return value === undefined
      ? this.keep(at, end + mark.length)
      : this.replace(at, end + mark.length, value);
  }

  private readTag(at: number): number | undefined {
    const end = this.find('%}', at + 2, MAX_LENGTH);
    if (end === undefined) return undefined;
    const text = this.body
      .slice(at + 2, end)
      .replace(/^-|-$/g, '')
      .trim();
    const name = /^\w+/.exec(text)?.[0] ?? '';
    if (name === 'raw') return this.readRaw(at, end + 2);
    const set = SET.exec(text);
    if (set) {
      this.own.set(set[1]!, set[2] ?? set[3] ?? set[4]);
      return this.replace(at, end + 2, '');
    }
    const written = this.context.rules.writeTag?.({ name, text, line: this.lineAt(at) });
    return written === undefined ? this.keep(at, end + 2) : this.replace(at, end + 2, written);
  }

  /** Text between `{% raw %}` and `{% endraw %}` is not a template. */
  private readRaw(at: number, from: number): number | undefined {
    if (this.hasNoRawEnd) return undefined;
    const mark = /\{%-?[ \t]*endraw[ \t]*-?%\}/g;
    mark.lastIndex = from;
    const match = mark.exec(this.body);
    if (!match) {
      this.hasNoRawEnd = true;
      return undefined;
    }
    return this.replace(at, mark.lastIndex, this.body.slice(from, match.index));
  }

  private valueOf(expression: string): string | undefined {
    const [path = '', ...filters] = expression.split('|').map((part) => part.trim());
    let value = this.lookUp(path);
    for (const filter of filters) value = applyFilter(filter, value);
    if (typeof value === 'string') return value;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  }

  /** `name.other`, `name['other']`. */
  private lookUp(path: string): unknown {
    const parts = path.replace(/\[(?:"([^"\]]*)"|'([^'\]]*)'|(\d+))\]/g, '.$1$2$3').split('.');
    if (!NAME.test(parts[0] ?? '')) return undefined;
    let value: unknown = this.own.has(parts[0]!) ? this.own.get(parts[0]!) : this.context.rules.variables;
    for (const part of this.own.has(parts[0]!) ? parts.slice(1) : parts) {
      if (Array.isArray(value)) value = value[Number(part)];
      else value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
    }
    return value;
  }
}

function applyFilter(filter: string, value: unknown): unknown {
  const [, name = '', fallback] = /^(\w+)(?:\((?:"([^"]*)"|'[^']*')?\))?$/.exec(filter) ?? [];
  const other = fallback ?? /\('([^']*)'\)$/.exec(filter)?.[1];
  if (name === 'default' || name === 'd') return value ?? other;
  if (typeof value !== 'string') return name === 'safe' || name === 'string' ? value : undefined;
  switch (name) {
    case 'safe':
    case 'string':
      return value;
    case 'upper':
      return value.toUpperCase();
    case 'lower':
      return value.toLowerCase();
    case 'trim':
      return value.trim();
    default:
      return undefined;
  }
}
