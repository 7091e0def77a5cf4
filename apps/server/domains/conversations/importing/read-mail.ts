/** The fields of a mail that an import reads. */
export interface Mail {
  messageId: string | undefined;
  /** The ids of the earlier mails in its thread, oldest first. */
  references: string[];
  subject: string;
  /** The address of the sender, by which the people in a thread are distinguished. */
  sender: string;
  date: Date | undefined;
  body: string;
}

const MAX_PARTS = 100;
const MAX_DEPTH = 10;

/** Reads a mail from its bytes as text, one character for each byte. */
export function readMail(raw: string): Mail {
  const { headers, body } = splitEntity(raw);
  const time = Date.parse(headers.get('date') ?? '');
  return {
    messageId: idsIn(headers.get('message-id') ?? '')[0],
    references: [
      ...idsIn(headers.get('references') ?? ''),
      ...idsIn(headers.get('in-reply-to') ?? '').slice(0, 1),
    ],
    subject: decodeWords(headers.get('subject') ?? ''),
    sender: addressIn(decodeWords(headers.get('from') ?? '')),
    date: Number.isNaN(time) ? undefined : new Date(time),
    body: readBody(headers, body, { left: MAX_PARTS }, 0) ?? '',
  };
}

interface Entity {
  headers: Map<string, string>;
  body: string;
}

function splitEntity(raw: string): Entity {
  const text = raw.replaceAll('\r\n', '\n');
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n');
  const head = end < 0 ? text : text.slice(0, end);
  const headers = new Map<string, string>();
  let name = '';
  for (const line of head.split('\n')) {
    if (name !== '' && (line.startsWith(' ') || line.startsWith('\t'))) {
      headers.set(name, `${headers.get(name)} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    name = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : '';
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
    else name = '';
  }
  return { headers, body: end < 0 ? '' : text.slice(end).replace(/^\n{1,2}/, '') };
}

/** Returns the text of the mail: plain text if there is any, otherwise HTML. Attachments are omitted. */
function readBody(
  headers: Entity['headers'],
  body: string,
  parts: { left: number },
  depth: number,
): string | undefined {
  const type = (headers.get('content-type') ?? 'text/plain').toLowerCase();
  if (type.startsWith('multipart/')) return readParts(headers, body, parts, depth);
  if (!type.startsWith('text/') || /^attachment\b/i.test(headers.get('content-disposition') ?? ''))
    return undefined;
  return decodeText(body, headers.get('content-transfer-encoding') ?? '', parameterOf(headers, 'charset'));
}

function readParts(
  headers: Entity['headers'],
  body: string,
  parts: { left: number },
  depth: number,
): string | undefined {
  const boundary = parameterOf(headers, 'boundary');
  if (boundary === undefined || depth === MAX_DEPTH) return undefined;
  const texts: { type: string; text: string }[] = [];
  for (const piece of `\n${body}`.split(`\n--${boundary}`).slice(1)) {
    if (piece.startsWith('--') || parts.left === 0) break;
    parts.left -= 1;
    const entity = splitEntity(piece.slice(piece.indexOf('\n') + 1));
    const text = readBody(entity.headers, entity.body, parts, depth + 1);
    if (text !== undefined) texts.push({ type: entity.headers.get('content-type') ?? 'text/plain', text });
  }
  const isAlternative = /^multipart\/alternative\b/i.test(headers.get('content-type') ?? '');
  if (!isAlternative) return texts.length === 0 ? undefined : texts.map(({ text }) => text).join('\n');
  return (texts.find(({ type }) => /^text\/plain\b/i.test(type)) ?? texts.at(-1))?.text;
}

/** Returns a parameter of the header `Content-Type`: `charset=utf-8`, `boundary="a b"`. */
function parameterOf(headers: Entity['headers'], name: string): string | undefined {
  for (const part of (headers.get('content-type') ?? '').split(';').slice(1)) {
    const equals = part.indexOf('=');
    if (part.slice(0, Math.max(0, equals)).trim().toLowerCase() !== name) continue;
    const value = part.slice(equals + 1).trim();
    return value.startsWith('"') ? value.slice(1).replace(/"$/, '') : value;
  }
  return undefined;
}

function decodeText(body: string, encoding: string, charset: string | undefined): string {
  const name = encoding.trim().toLowerCase();
  if (name === 'base64') return decodeBytes(Buffer.from(body, 'base64'), charset);
  return decodeBytes(Buffer.from(name === 'quoted-printable' ? decodeQuoted(body) : body, 'latin1'), charset);
}

const decodeQuoted = (text: string): string =>
  text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Decodes bytes in a character set; as UTF-8 if the character set is unknown. */
function decodeBytes(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Decodes `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` in a header; blanks between two such words are not part of the text. */
const decodeWords = (text: string): string =>
  decodeBytes(Buffer.from(text, 'latin1'), undefined)
    .replace(/\?= {1,2}=\?/g, '?==?')
    .replace(
      /=\?([\w.-]{1,40})\?([bq])\?([^?\s]{0,1000})\?=/gi,
      (_, charset: string, encoding: string, word: string) =>
        encoding.toLowerCase() === 'b'
          ? decodeBytes(Buffer.from(word, 'base64'), charset)
          : decodeBytes(Buffer.from(decodeQuoted(word.replaceAll('_', ' ')), 'latin1'), charset),
    );

const idsIn = (text: string): string[] =>
  [...text.matchAll(/<([^<>\s]{1,900})>/g)].map(([, id]) => id as string);

const addressIn = (from: string): string => (/<([^<>]{1,320})>/.exec(from)?.[1] ?? from).trim().toLowerCase();
