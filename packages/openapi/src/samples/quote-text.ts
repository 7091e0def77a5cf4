/** Texts as they are written in the languages of samples. None can end where its text has a quote. */

/** Whether a text has control characters, which are escaped because pages and clipboards would change or hide them. */
const hasControls = (text: string): boolean => /(?![\n\t])\p{Cc}/u.test(text);

/** In single quotes, with everything but backslashes and quotes as it is: PHP and Ruby. */
const quoteSingle = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

export function quoteShell(written: string): string {
  const text = written.replaceAll('\0', '');
  if (!hasControls(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${escapeControls(text.replace(/[\\']/g, '\\$&'), asOctal)}'`;
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeControls = (text: string, write: (code: number) => string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\ufeff]/gu,
    (character) => ESCAPES[character] ?? write(character.charCodeAt(0)),
  );

const asUnicode = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;
/** Java reads `\u` before anything else, and a quote or line end that it stands for ends the text. */
const asOctal = (code: number): string =>
  code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : asUnicode(code);

/** JavaScript and Python. */
export const quoteScript = (text: string): string =>
  `'${escapeControls(text.replace(/[\\']/g, '\\$&'), asUnicode)}'`;

/** In double quotes: Go and C#. */
export const quoteDouble = (text: string): string =>
  `"${escapeControls(text.replace(/[\\"]/g, '\\$&'), asUnicode)}"`;

/** In double quotes, a dollar sign would begin a variable. */
export const quotePhp = (text: string): string =>
  hasControls(text) ? quotePhpControls(text) : quoteSingle(text);

const quotePhpControls = (text: string): string =>
  `"${escapeControls(text.replace(/[\\"$]/g, '\\$&'), (code) => `\\u{${code.toString(16)}}`)}"`;

/** In double quotes, a number sign could begin code. */
export const quoteRuby = (text: string): string =>
  hasControls(text) ? `"${escapeControls(text.replace(/[\\"#]/g, '\\$&'), asUnicode)}"` : quoteSingle(text);

export const quoteJava = (text: string): string =>
  `"${escapeControls(text.replace(/[\\"]/g, '\\$&'), asOctal)}"`;

/** Texts of several lines are easier to read as they are. */
const isLines = (text: string): boolean =>
  text.includes('\n') && !/[\p{Zl}\p{Zp}\ufeff]|(?!\n)\p{Cc}/u.test(text);

export const quoteGoLines = (text: string): string =>
  isLines(text) && !text.includes('`') ? `\`${text}\`` : quoteDouble(text);

/** The lines are indented, the first one not more than the others. */
export function quoteJavaLines(text: string, indentation: string): string {
  const lines = text.split('\n');
  if (!isLines(text) || /[ \t]$/m.test(text) || !lines.some((line) => /^\S/.test(line)))
    return quoteJava(text);
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""').replace(/"$/, '\\"');
  // The indentation of the last line counts, too, if only the end of the text is in it.
  const last = text.endsWith('\n') ? indentation : '';
  return `"""\n${indentLines(escaped, indentation)}${last}"""`;
}

export function quoteCsharpLines(text: string): string {
  if (!isLines(text)) return quoteDouble(text);
  const longest = Math.max(2, ...(text.match(/"+/g) ?? []).map(({ length }) => length));
  const quotes = '"'.repeat(longest + 1);
  return `${quotes}\n${text}\n${quotes}`;
}

/** Python's text in three quotes would have escapes, and its literals are easy to read. */
export function writePython(value: unknown, indentation = ''): string {
  const inner = `${indentation}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quoteScript(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => `\n${inner}${writePython(item, inner)},`);
    return items.length === 0 ? '[]' : `[${items.join('')}\n${indentation}]`;
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `\n${inner}${quoteScript(name)}: ${writePython(field, inner)},`,
  );
  return fields.length === 0 ? '{}' : `{${fields.join('')}\n${indentation}}`;
}

export const indentLines = (text: string, indentation: string): string =>
  text.replace(/^(?=.)/gm, indentation);
