/** Limits the payload of an event: no secrets, and not more than a page can show. */

/** In bytes of JSON. */
export const MAX_PAYLOAD_BYTES = 16_384;

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * Returns a payload as it is stored. All values that look like secrets are omitted, and a payload that is too large is
 * cut until it fits, with `isCut` set.
 */
export function toPayload(payload: object): { [name: string]: Json } {
  const plain = withoutSecrets(payload) as { [name: string]: Json };
  if (bytesOf(plain) <= MAX_PAYLOAD_BYTES) return plain;
  for (const limit of LIMITS) {
    const cut = { ...(cutDown(plain, limit, 0) as { [name: string]: Json }), isCut: true };
    if (bytesOf(cut) <= MAX_PAYLOAD_BYTES) return cut;
  }
  return { isCut: true };
}

// The size as the database stores it: some characters take more bytes there, but at most twice as many.
const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

const SECRET_NAME =
  /^(?:.*(?:password|passphrase|secret|credentials?|private_?key|digest|cookie|authorization)(?:_?hash)?|(?:access|session)?token|(?:recovery)?codes?|totp)$/i;
const SECRET_TEXT = [
  /\blc[stw]_[\w-]{6,}/g,
  // Tickets: an id with its signature.
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/g,
];

function withoutSecrets(value: unknown): Json | undefined {
  if (value === undefined || typeof value === 'function' || ArrayBuffer.isView(value)) return undefined;
  if (typeof value === 'string') return hideSecrets(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toJSON();
  if (value === null || typeof value !== 'object') return value as Json;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item) ?? null);
  const kept: [string, Json][] = [];
  for (const [name, inner] of Object.entries(value)) {
    // An object of that name describes a secret: its fields are checked one by one.
    const isSecret = SECRET_NAME.test(name) && (typeof inner === 'string' || Array.isArray(inner));
    const shown = isSecret ? undefined : withoutSecrets(inner);
    if (shown !== undefined) kept.push([hideSecrets(name), shown]);
  }
  return Object.fromEntries(kept);
}

const hideSecrets = (text: string): string =>
  SECRET_TEXT.reduce((shown, pattern) => shown.replace(pattern, '…'), text);

interface Limit {
  characters: number;
  entries: number;
  depth: number;
}

const LIMITS: Limit[] = [
  { characters: 1000, entries: 100, depth: 8 },
  { characters: 200, entries: 30, depth: 6 },
  { characters: 60, entries: 10, depth: 4 },
  { characters: 30, entries: 5, depth: 3 },
];

function cutDown(value: Json, limit: Limit, depth: number): Json {
  if (typeof value === 'string') return cutText(value, limit.characters);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= limit.depth) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, limit.entries).map((item) => cutDown(item, limit, depth + 1));
    return value.length > kept.length ? [...kept, `… and ${value.length - kept.length} more`] : kept;
  }
  const entries = Object.entries(value)
    .slice(0, limit.entries)
    .map(([name, inner]) => [cutText(name, limit.characters), cutDown(inner, limit, depth + 1)]);
  return Object.fromEntries(entries) as Json;
}

/** Cuts between characters, never within one. */
const cutText = (text: string, characters: number): string =>
  text.length <= characters ? text : `${[...text.slice(0, 2 * characters)].slice(0, characters).join('')}…`;
