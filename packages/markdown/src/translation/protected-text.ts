/**
 * The parts of a text that are never translated: placeholders of programs (`{name}`, `{{name}}`, `${name}`, `%s`,
 * `%1$d`, `%(name)s`), addresses, names of emoji, and line breaks.
 */
const PROTECTED =
  /\{\{[^{}\n]{1,200}\}\}|\$?\{[\p{L}\p{N}_.$:, -]{1,200}\}|%(?:\d{1,2}\$)?[-+0]?\d{0,3}(?:\.\d{1,3})?[sdifuxXc@](?![\p{L}\p{N}])|%\([\p{L}\p{N}_]{1,100}\)[sdf]|https?:\/\/[^\s<>"'`{}|\\^]{1,2000}[^\s<>"'`{}|\\^.,;:!?)\]]|(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}|(?<![\p{L}\p{N}:]):[a-z0-9_+-]{1,40}:(?![\p{L}\p{N}:])|\n/gu;

export interface TextPiece {
  text: string;
  isProtected: boolean;
  /** Whether it has the syntax of an ICU message: what separates the words of its forms. */
  isMessage?: true;
}

/** The beginning of an ICU message with forms: `{count, plural, one {# file} other {# files}}`. */
const MESSAGE = /\{\s{0,20}[\p{L}\p{N}_.-]{1,100}\s{0,20},\s{0,20}(plural|selectordinal|select)\s{0,20},/gu;
/** What stands before the words of a form: `one {`, `=0 {`, and `offset:1` before the first. */
const FORM = /(?:\s{0,20}offset:\d{1,5})?\s{0,20}(?:=\d{1,9}|[\p{L}\p{N}_-]{1,100})\s{0,20}\{/uy;
const SPACE = /\s{0,200}/y;
/** How deep messages are read within each other. Deeper ones are words. */
const MAX_DEPTH = 4;

/** The pieces of a text in their order; none is empty. Of messages with forms, only the words of the forms are not protected. */
export function splitProtected(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const add = (piece: TextPiece): void => {
    const last = pieces.at(-1);
    if (piece.text === '') return;
    if (last?.isProtected !== piece.isProtected) pieces.push(piece);
    else {
      last.text += piece.text;
      if (piece.isMessage) last.isMessage = true;
    }
  };
  // Most texts have no messages.
  if (text.search(MESSAGE) < 0) splitPlain(text, add);
  else new MessageSplitter(text, add).split({ from: 0, to: text.length, depth: 0, hasNumber: false });
  return pieces;
}

type AddPiece = (piece: TextPiece) => void;

function splitPlain(text: string, add: AddPiece): void {
  let at = 0;
  for (const match of text.matchAll(PROTECTED)) {
    add({ text: text.slice(at, match.index), isProtected: false });
    add({ text: match[0], isProtected: true });
    at = match.index + match[0].length;
  }
  add({ text: text.slice(at), isProtected: false });
}

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

class MessageSplitter {
  readonly #text: string;
  readonly #add: AddPiece;
  /** Where the brace that opens at a place is closed. */
  readonly #closing: ReadonlyMap<number, number>;

  constructor(text: string, add: AddPiece) {
    this.#text = text;
    this.#add = add;
    this.#closing = matchBraces(text);
  }

  split({ from, to, depth, hasNumber }: Range): void {
    let at = from;
    const words = (end: number): void => this.#addWords(this.#text.slice(at, end), hasNumber);
    for (const start of this.#text.slice(from, to).matchAll(MESSAGE)) {
      const opened = from + start.index;
      const forms = opened < at ? undefined : this.#readForms(opened, opened + start[0].length);
      if (!forms || depth >= MAX_DEPTH) continue;
      words(opened);
      at = opened;
      for (const form of forms) {
        this.#add({ text: this.#text.slice(at, form.from), isProtected: true, isMessage: true });
        this.split({ ...form, depth: depth + 1, hasNumber: start[1] !== 'select' });
        at = form.to;
      }
      const end = (this.#closing.get(opened) as number) + 1;
      this.#add({ text: this.#text.slice(at, end), isProtected: true, isMessage: true });
      at = end;
    }
    words(to);
  }

  /** The forms of a message; undefined if it is none. */
  #readForms(opened: number, first: number): Form[] | undefined {
    const end = this.#closing.get(opened);
    if (end === undefined) return undefined;
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

  #addWords(text: string, hasNumber: boolean): void {
    for (const part of hasNumber ? text.split(/(#)/) : [text]) {
      if (hasNumber && part === '#') this.#add({ text: part, isProtected: true });
      else splitPlain(part, this.#add);
    }
  }
}

function matchBraces(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') open.push(at);
    else if (text[at] === '}') {
      const start = open.pop();
      if (start !== undefined) closing.set(start, at);
    }
  }
  return closing;
}
