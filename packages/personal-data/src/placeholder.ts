import { looksRandom } from './looks-random.ts';
import { foldName, isSecretName } from './secret-names.ts';

/** The text that replaced a secret earlier; the rest of the value was not secret then. */
const MASK = /\[(?:card|email|iban|id|ip|mac|masked|phone|secret)\]/y;
/** `$TOKEN`, `$env:TOKEN`, `$user->password`, `$_POST['token']`; `$1` in queries. */
const VARIABLE = /\$(?:env:)?(?:\w{1,64}(?:->|::|\.)){0,8}(\w{1,64})\[?/y;
const POSITION = /\$\d{1,2}/y;
/** `%TOKEN%`; `%s` and `%(token)s` in format strings. */
const IN_PERCENT = /%(\w{1,64})%/y;
const FORMAT = /%(?:[a-z]|\(\w{1,64}\)s|\{\w{1,64}\})/y;
/** `${TOKEN}`, `${{ secrets.TOKEN }}`, `{{ token }}`. A default in it may be a secret: `${TOKEN:-abc}`. */
const EXPRESSION = /\$\{[\p{L}\p{N}_.]{1,80}\}|\$?\{\{[\p{L}\p{N}_ .$|-]{1,80}\}\}/uy;
/** `<your password>`, `[your-key]`, `{token}`: words, in brackets. */
const IN_BRACKETS =
  /<([\p{L}\p{M}\p{N}_ .-]{1,80})>|\[([\p{L}\p{M}\p{N}_ .-]{1,80})\]|\{([\p{L}\p{M}\p{N}_ .-]{1,80})\}/uy;
/** The text of a link in Markdown: a page about the secret. */
const LINK = /\[[^[\]\n]{1,200}\](?=[([])/y;
const STARS = /\*+/y;
/** The opening bracket of what is not read as one value. */
const BRACKETS = /[()[\]{}]+/y;

/** The punctuation that may follow a placeholder. An exclamation mark rather belongs to a password. */
const AFTER = /[.):?}\]*]{0,3}/y;

/** Words in place of a value. */
const WORD = /^(?:x{3,}|null|true|false|undefined|none|your[\w-]*)$/i;

export const isPlaceholderWord = (value: string): boolean => WORD.test(value);

/**
 * Whether the text at this place only marks where a value belongs. A password can begin with the same
 * characters, so a placeholder counts only if the value ends with it. `isEnd`: whether a value would end at a place.
 */
export function isPlaceholderAt(text: string, at: number, isEnd: (at: number) => boolean): boolean {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  if (match(MASK) || match(LINK)) return true;
  const endsAfter = (found: RegExpExecArray | null): boolean => {
    if (!found) return false;
    AFTER.lastIndex = at + found[0].length;
    return isEnd(AFTER.lastIndex + (AFTER.exec(text)?.[0].length ?? 0));
  };
  const variable = match(VARIABLE) ?? match(IN_PERCENT);
  if (variable && isNameOfVariable(variable[1] as string) && endsAfter(variable)) return true;
  const words = match(IN_BRACKETS);
  if (words && areWords(words[1] ?? words[2] ?? words[3] ?? '') && endsAfter(words)) return true;
  return [POSITION, FORMAT, EXPRESSION, STARS, BRACKETS].some((pattern) => endsAfter(match(pattern)));
}

/** Whether a name is written in capitals, or is that of a secret: `$ecret123` is rather a password. */
const isNameOfVariable = (name: string): boolean =>
  /^[A-Z_]+\d*$|^(?=[A-Z0-9]*_)[A-Z_][A-Z0-9_]*$/.test(name) || isSecretName(foldName(name));

/** Whether the text in brackets consists of words: `[hunter22]` is rather a password. */
const areWords = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  (!looksRandom(text) || /^your/i.test(text) || isSecretName(foldName(text.replaceAll(/[ .]/g, ''))));
