/** What is never translated: placeholders of programs, addresses, names of emoji, and line breaks. */
const KINDS: readonly RegExp[] = [
  // {{name}}, and {{{name}}} of Handlebars.
  /\{{2,3}[^{}\n]{1,200}\}{2,3}/u,
  // {name}, ${name}, %{name}, #{name}, { $name }, {date, date, ::yyyyMMMd}, {% tag %}.
  /[$%#]?\{[^{}\n]{1,200}\}/u,
  // Braces that stand for themselves: '{' in ICU messages, {'{'} in Vue.
  /\{?'[{}]{1,10}'\}?/u,
  // $t(key) of i18next, @:key of Vue.
  /\$t\([^()\n]{1,200}\)/u,
  /(?<![\p{L}\p{N}])@(?:\.[a-z]{1,20})?:(?:\([\p{L}\p{N}_.-]{1,100}\)|[\p{L}\p{N}_-]{1,100}(?:\.[\p{L}\p{N}_-]{1,100}){0,9})/u,
  // %s, %1$d, %.2f, %-10s, %lld, %@.
  /%(?:\d{1,2}\$)?[-+0#]{0,2}(?:\d{1,3}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh?|ll?|[jzLtq])?[sdifuoxXeEgGcpv@](?![\p{L}\p{N}])/u,
  // %(name)s of Python, %<name>.2f of Ruby, %name% of Symfony, and a percent sign in such texts.
  /%(?:\([\p{L}\p{N}_]{1,100}\)|<[\p{L}\p{N}_]{1,100}>)[-+0]?\d{0,3}(?:\.\d{1,3})?[sdifxr](?![\p{L}\p{N}])/u,
  /%[\p{L}_][\p{L}\p{N}_.-]{0,99}%(?![\p{L}\p{N}])/u,
  /%%/u,
  /https?:\/\/[^\s<>"'`{}|\\^]{1,2000}[^\s<>"'`{}|\\^.,;:!?)\]]/u,
  /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/u,
  /(?<![\p{L}\p{N}:]):[a-z0-9_+-]{1,40}:(?![\p{L}\p{N}:])/u,
  /\n/u,
];
const PROTECTED = new RegExp(KINDS.map(({ source }) => source).join('|'), 'gu');

export interface TextPiece {
  text: string;
  isProtected: boolean;
  /** Whether it has the syntax of an ICU message: what separates the words of its forms. */
  isMessage?: true;
}

/** The beginning of an ICU message with forms: `{count, plural, one {# file} other {# files}}`. */
const MESSAGE =
  /\{\s{0,20}[\p{L}\p{N}_.-]{1,100}\s{0,20},\s{0,20}(plural|selectordinal|select|choice)\s{0,20},/gu;
/** What stands before the words of a form: `one {`, `=0 {`, and `offset:1` before the first. */
const FORM = /(?:\s{0,20}offset:\d{1,5})?\s{0,20}(?:=\d{1,9}|[\p{L}\p{N}_-]{1,100})\s{0,20}\{/uy;
const SPACE = /\s{0,200}/y;
/** Braces that stand for themselves. Other quotes are apostrophes: “l'{name}”. */
const QUOTED = /'[{}]{1,10}'/y;
/** The number of a plural, or a quoted sign. */
const NUMBER = /'#'|#/g;
/** How deep messages are read within each other. The words of deeper ones are not translated. */
const MAX_DEPTH = 4;

/** The pieces of a text in their order; none is empty. Of messages with forms, only the words of the forms are not protected. */
export const splitProtected = (text: string): TextPiece[] => splitLine([text])[0] as TextPiece[];

/** The pieces of each of the texts that make up a line: a message can begin in one and end in another, as around markup. */
export function splitLine(texts: readonly string[]): TextPiece[][] {
  const line = texts.join('');
  const syntax = findSyntax(line);
  let next = 0;
  let at = 0;
  return texts.map((text) => {
    const pieces: TextPiece[] = [];
    const add: AddPiece = (piece) => addPiece(pieces, piece);
    const end = at + text.length;
    for (let range = syntax[next]; range && range.from < end; range = syntax[next]) {
      const from = Math.max(range.from, at);
      splitPlain(line.slice(at, from), add);
      at = Math.min(range.to, end);
      add({ text: line.slice(from, at), isProtected: true, ...(range.isMessage ? { isMessage: true } : {}) });
      if (range.to > end) break;
      next += 1;
    }
    splitPlain(line.slice(at, end), add);
    at = end;
    return pieces;
  });
}

type AddPiece = (piece: TextPiece) => void;

function addPiece(pieces: TextPiece[], piece: TextPiece): void {
  const last = pieces.at(-1);
  if (piece.text === '') return;
  if (last?.isProtected !== piece.isProtected) pieces.push(piece);
  else {
    last.text += piece.text;
    if (piece.isMessage) last.isMessage = true;
  }
}

function splitPlain(text: string, add: AddPiece): void {
  let at = 0;
  for (const match of text.matchAll(PROTECTED)) {
    add({ text: text.slice(at, match.index), isProtected: false });
    add({ text: match[0], isProtected: true });
    at = match.index + match[0].length;
  }
  add({ text: text.slice(at), isProtected: false });
}

interface SyntaxRange {
  from: number;
  to: number;
  /** False for the sign that stands for the number of a plural. */
  isMessage: boolean;
}

/** Finds the syntax of messages, in the order of the text. */
const findSyntax = (text: string): SyntaxRange[] =>
  // Most texts have no messages.
  text.search(MESSAGE) < 0 ? [] : new MessageReader(text).read();

interface Range {
  from: number;
  to: number;
  depth: number;
  /** Whether `#` stands for the number of a plural. */
  hasNumber: boolean;
}

interface Form {
  /** Where the words of the form begin and end. */
  from: number;
  to: number;
}

class MessageReader {
  readonly #text: string;
  readonly #found: SyntaxRange[] = [];
  /** Where the brace that opens at a place is closed. */
  readonly #closing: ReadonlyMap<number, number>;

  constructor(text: string) {
    this.#text = text;
    this.#closing = matchBraces(text);
  }

  read(): SyntaxRange[] {
    this.#readRange({ from: 0, to: this.#text.length, depth: 0, hasNumber: false });
    return this.#found;
  }

  #readRange({ from, to, depth, hasNumber }: Range): void {
    let at = from;
    for (const start of this.#text.slice(from, to).matchAll(MESSAGE)) {
      const opened = from + start.index;
      const closed = this.#closing.get(opened);
      if (opened < at || closed === undefined) continue;
      const kind = start[1];
      // The forms of a choice are not separated by braces.
      const isWhole = kind === 'choice' || depth >= MAX_DEPTH;
      const forms = isWhole ? [] : this.#readForms(closed, opened + start[0].length);
      if (!forms) continue;
      if (hasNumber) this.#findNumbers(at, opened);
      at = opened;
      for (const form of forms) {
        this.#found.push({ from: at, to: form.from, isMessage: true });
        this.#readRange({ ...form, depth: depth + 1, hasNumber: kind !== 'select' });
        at = form.to;
      }
      this.#found.push({ from: at, to: closed + 1, isMessage: true });
      at = closed + 1;
    }
    if (hasNumber) this.#findNumbers(at, to);
  }

  #findNumbers(from: number, to: number): void {
    for (const { index, 0: sign } of this.#text.slice(from, to).matchAll(NUMBER))
      this.#found.push({ from: from + index, to: from + index + sign.length, isMessage: false });
  }

  /** The forms of a message; undefined if it is none. */
  #readForms(end: number, first: number): Form[] | undefined {
    const forms: Form[] = [];
    for (let at = first; ; ) {
      FORM.lastIndex = at;
      const form = FORM.exec(this.#text);
      if (!form) {
        SPACE.lastIndex = at;
        SPACE.exec(this.#text);
        return forms.length > 0 && SPACE.lastIndex === end ? forms : undefined;
      }
      const from = at + form[0].length;
      const to = this.#closing.get(from - 1);
      if (to === undefined || to > end) return undefined;
      forms.push({ from, to });
      at = to + 1;
    }
  }
}

function matchBraces(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    QUOTED.lastIndex = at;
    if (QUOTED.test(text)) at = QUOTED.lastIndex - 1;
    else if (text[at] === '{') open.push(at);
    else if (text[at] === '}') {
      const start = open.pop();
      if (start !== undefined) closing.set(start, at);
    }
  }
  return closing;
}
