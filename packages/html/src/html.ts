/** Markup that is safe to send: made by `html` alone, which escapes whatever it is not itself. */
export class Html {
  readonly #source: string;

  /** Only `html` creates one: text from anywhere else must be escaped. */
  constructor(key: typeof KEY, source: string) {
    if (key !== KEY) throw new TypeError('Markup is made by the tag “html”.');
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }
}

const KEY = Symbol('html');

/** `undefined`, `null` and `false` leave nothing behind. */
export type Insertion = Html | string | number | false | null | undefined | readonly Insertion[];

/** A template whose insertions are escaped, as text and as a quoted attribute, unless they are markup already. */
export function html(literals: TemplateStringsArray, ...insertions: Insertion[]): Html {
  let source = literals[0] as string;
  for (let n = 0; n < insertions.length; n += 1)
    source += renderInsertion(insertions[n]) + (literals[n + 1] as string);
  return new Html(KEY, source);
}

function renderInsertion(insertion: Insertion): string {
  if (insertion === undefined || insertion === null || insertion === false) return '';
  if (insertion instanceof Html) return insertion.toString();
  if (typeof insertion === 'string') return escapeHtml(insertion);
  if (typeof insertion === 'number') return String(insertion);
  let source = '';
  for (const one of insertion) source += renderInsertion(one);
  return source;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const MARKUP = /[&<>"']/;

/** Most texts have nothing to escape, which a test finds in a third of the time. */
const escapeHtml = (text: string): string =>
  MARKUP.test(text) ? text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] as string) : text;

const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

/** The text of markup that `html` wrote. */
export const unescapeHtml = (markup: string): string =>
  markup.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity);

/** JSON as the content of a script element that holds data: nothing in it can end the element. */
export const jsonData = (value: unknown): Html =>
  new Html(KEY, JSON.stringify(value).replaceAll('<', '\\u003c'));
