import type { FoundRange } from './found-range.ts';
import { looksRandom } from './looks-random.ts';
import { isPlaceholderAt, isPlaceholderWord } from './placeholder.ts';
import { foldName, isSecretName } from './secret-names.ts';

const NAMES = /[\p{L}\p{M}\p{N}_-]+/gu;
/**
 * Before a colon, French puts a space that does not break; Chinese and Japanese have a wide colon. The name may be bold
 * (`**Password:** …`), and the value the first of a list (`["…`).
 */
const ASSIGNED =
  /(?:["'`]|\*\*)?[ \t\u00a0\u202f]{0,3}(?::=|=>|[:=：＝])(?:\*\*(?=[ \t]))?[ \t\u3000]{0,3}((?:\[ ?)?["'`])?/y;
/** “My password is …”, in the languages of the names below. */
const KEYWORDS =
  /[ \t]{1,3}(?:is|was|ist|lautet|war|est|était|es|era|é|è|это|jest|je|to|er|är|on|olan|is:|adalah)[ \t]{0,2}:?[ \t]{1,3}(["'`“„«]?)/y;
/** A value, and the places where one ends. */
interface ValueForm {
  value: RegExp;
  end: RegExp;
}
const IN_URL: ValueForm = { value: /[^\s"'`<>&#]+/y, end: /[\s"'`<>&#]|$/y };
const IN_TEXT: ValueForm = { value: /[^\s"'`<>,;”“»，。；]+/y, end: /[\s"'`<>,;”“»，。；]|$/y };

/** Names that mean a secret in the query of a URL, and something else in prose. */
const SECRET_PARAMETERS = new Set([
  'auth',
  'code',
  'jwt',
  'key',
  'pass',
  'session',
  'sid',
  'sig',
  'signature',
  'xamzcredential',
  'xamzsecuritytoken',
  'xamzsignature',
  'xgoogcredential',
  'xgoogsignature',
]);

/**
 * A password that follows its name without a sign between them: on a command line, in `.netrc`, in languages without
 * spaces, and the words that restore a wallet.
 */
const FOLLOWING = [
  /(?<![\w-])--?(?:[a-z]{1,20}-){0,3}(?:password|passwd|pass|token|secret|api-?key)[ \t]{1,3}["']?(?![-$<{[])([^\s"']{4,200})/gi,
  /(?<![\w-])(?:-u|--user)[ =]{1,3}["']?[^\s:"'$]{1,100}:(?![$<{[])([^\s"'@]{3,200})/g,
  /(?<![\w-])(?:sshpass[ \t]{1,3}-p[ \t]{0,3}|mysql(?:dump|admin)?(?:[ \t]{1,3}-[a-z]{1,9}[ \t]{0,2}[\w.]{0,40}){0,4}[ \t]{1,3}-p)["']?(?![-$<{[])([^\s"']{4,200})/g,
  /(?<![\p{L}\p{N}])login[ \t\r\n]{1,4}\S{1,200}[ \t\r\n]{1,4}password[ \t\r\n]{1,4}(\S{3,200})/gu,
  /(?:密码|密碼|口令|パスワード|비밀번호|รหัสผ่าน)(?:是|为|為|は|は「|은|는|คือ)[ 「“"']?([\x21-\x7e]{6,200})/g,
  /(?<![\p{L}\p{N}])(?:(?:seed|recovery) phrase|mnemonic)(?: is)?[ \t]{0,2}[:=]?[ \t\n"']{0,3}((?:[a-z]{3,8}[ \t]{1,2}){11,23}[a-z]{3,8})/giu,
  /(?<![\w-])_auth[ \t]{0,3}=[ \t]{0,3}["']?([\w+/=-]{8,500})/g,
  /"auth"[ \t]{0,3}:[ \t]{0,3}"([\w+/=-]{8,500})"/g,
  /(?<![\w-])(?:proxy-)?authorization:[ \t]{0,3}(?!bearer|basic)(?:[a-z-]{2,20}[ \t]{1,2})?["']?(?=[^\s"']{0,200}\d)([\w.~+/=:-]{8,500})/gi,
  /(?<!\d)(?:bot)?(\d{8,10}:[\w-]{35})(?![\w-])/g,
] as const;

export function findFollowingSecrets(text: string): FoundRange[] {
  return FOLLOWING.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: all, 1: value = '' }): FoundRange[] => {
      const start = index + all.lastIndexOf(value);
      if (isPlaceholderWord(value) || isPlaceholderAt(text, start, (at) => at >= start + value.length))
        return [];
      return [{ start, end: start + value.length, kind: 'secret' }];
    }),
  );
}

/** Finds values that are assigned to names of secrets, in queries of URLs, settings, code and sentences. */
export function findAssignedSecrets(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  const readValue = createValueReader(text);
  let last = 0;
  for (const { index, 0: name } of text.matchAll(NAMES)) {
    if (index < last) continue;
    const plain = foldName(name);
    const isParameter = '?&#;'.includes(text[index - 1] ?? ' ');
    if (!isSecretName(plain) && !(isParameter && SECRET_PARAMETERS.has(plain))) continue;
    const end = index + name.length;
    const range = valueAfter(text, end, { isParameter, readValue }) ?? valueAfterKeyword(text, end);
    if (!range) continue;
    found.push({ ...range, kind: 'secret' });
    last = range.end;
  }
  return found;
}

interface Value {
  start: number;
  end: number;
  isRandom: boolean;
}
type ReadValue = (form: ValueForm, at: number) => Value | undefined;

/**
 * Reads each part of the text once, though values can contain names: `token:token:token:…`. The end of a value that does
 * not look random does not look random either.
 */
function createValueReader(text: string): ReadValue {
  const known = new Map<ValueForm, Value>();
  return (form, start) => {
    const around = known.get(form);
    if (around && around.start <= start && start < around.end) return { ...around, start };
    const value = matchAt(form.value, text, start)?.[0];
    if (value === undefined) return undefined;
    const read = { start, end: start + value.length, isRandom: looksRandom(value) };
    if (!read.isRandom) known.set(form, read);
    return read;
  };
}

function valueAfter(
  text: string,
  at: number,
  { isParameter, readValue }: { isParameter: boolean; readValue: ReadValue },
): { start: number; end: number } | undefined {
  const assigned = matchAt(ASSIGNED, text, at);
  if (!assigned) return undefined;
  const start = at + assigned[0].length;
  const form = isParameter ? IN_URL : IN_TEXT;
  // `<` begins a tag more often than a password, so that what follows it has to look like one.
  const isInAngles = text[start] === '<';
  const from = isInAngles ? start + 1 : start;
  const isEnd = (index: number): boolean => matchAt(form.end, text, index) !== null;
  if (isPlaceholderAt(text, start, isEnd) || isPlaceholderAt(text, from, isEnd)) return undefined;
  const value = readValue(form, from);
  if (!value) return undefined;
  const isCode = !isInAngles && (assigned[0] === '=' || assigned[1]?.length === 1);
  if (!(isCode || value.isRandom) || isPlaceholderWord(text.slice(from, value.end))) return undefined;
  return { start: from, end: value.end };
}

function valueAfterKeyword(text: string, at: number): { start: number; end: number } | undefined {
  const keyword = matchAt(KEYWORDS, text, at);
  if (!keyword) return undefined;
  const start = at + keyword[0].length;
  const value = matchAt(IN_TEXT.value, text, start)?.[0] ?? '';
  return looksRandom(value) ? { start, end: start + value.length } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const AUTHORITIES = /:\/\//g;
const AUTHORITY = /[^\s/?#<>"'`\\]*/y;

/** Finds names and passwords in URLs: `https://name:password@example.org`. */
export function findUserInfo(text: string): FoundRange[] {
  const found: FoundRange[] = [];
  for (const { index } of text.matchAll(AUTHORITIES)) {
    const start = index + 3;
    const length = (matchAt(AUTHORITY, text, start)?.[0] ?? '').lastIndexOf('@');
    const userInfo = text.slice(start, start + Math.max(0, length));
    if (userInfo === '' || userInfo === 'git') continue;
    found.push({ start, end: start + length, kind: 'secret' });
  }
  return found;
}
