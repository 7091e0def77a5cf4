/**
 * A distinguished name in a form in which the same name is the same text, as far as that is possible without the schema
 * of the directory: without spaces around its parts, in lower case, with one way of escaping (RFC 4514). Undefined: it is
 * not a distinguished name.
 */
export function normalizeDn(text: string): string | undefined {
  const names: string[] = [];
  for (const rdn of split(text, ',')) {
    const pairs = split(rdn, '+').map(normalizePair);
    if (pairs.includes(undefined)) return undefined;
    names.push(pairs.sort().join('+'));
  }
  return names.join(',');
}

function normalizePair(text: string): string | undefined {
  const at = text.indexOf('=');
  const name = text.slice(0, at).trim().toLowerCase();
  if (at < 1 || !/^[a-z0-9.-]+$/.test(name)) return undefined;
  const value = unescapeValue(trimUnescaped(text.slice(at + 1)));
  if (value === undefined || value === '') return undefined;
  const plain = value.normalize('NFKC').replaceAll(/ +/g, ' ').trim().toLowerCase();
  return `${name}=${plain.replaceAll(/[\\,+=]/g, '\\$&')}`;
}

/** The parts between separators that are not escaped. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === separator) parts.push('');
    else parts[parts.length - 1] += character === '\\' ? text.slice(at, at + 2) : character;
    if (character === '\\') at += 1;
  }
  return parts;
}

const trimUnescaped = (text: string): string => {
  const start = text.trimStart();
  const end = start.trimEnd();
  // The space after a backslash belongs to the value.
  return end.endsWith('\\') && start.length > end.length ? `${end} ` : end;
};

function unescapeValue(text: string): string | undefined {
  const bytes: Buffer[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '\\') {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      bytes.push(Buffer.from(character));
      at += character.length - 1;
      continue;
    }
    const hex = /^[0-9a-f]{2}/i.exec(text.slice(at + 1))?.[0];
    if (hex !== undefined) bytes.push(Buffer.from(hex, 'hex'));
    else if (at + 1 < text.length) bytes.push(Buffer.from(text[at + 1] as string));
    else return undefined;
    at += hex === undefined ? 1 : 2;
  }
  return Buffer.concat(bytes).toString();
}
