interface Format {
  /** Writes an example value, about as long as `length` if the format allows it. */
  write: (variant: number, length?: number) => string;
  /** Whether a text has the format. */
  has: (text: string) => boolean;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
/** Tells further examples from the first one. */
const suffix = (variant: number): string => (variant === 0 ? '' : String(variant + 1));

const date = (variant: number): string =>
  `${2026 + Math.floor(variant / 336)}-${twoDigits((Math.floor(variant / 28) % 12) + 1)}-${twoDigits(variant === 0 ? 31 : (variant % 28) + 1)}`;
const time = (variant: number, length = 0): string =>
  `${twoDigits((12 + variant) % 24)}:${twoDigits(Math.floor(variant / 24) % 60)}:00${fraction(length - 9)}Z`;
const fraction = (length: number): string => (length > 1 ? `.${'0'.repeat(Math.min(length - 1, 9))}` : '');

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const isTime = (text: string): boolean =>
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,12})?(?:z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i.test(text);

const isDateTime = (text: string): boolean => {
  const [day = '', hours = '', ...more] = text.split(/t|\s/i);
  return more.length === 0 && isDate(day) && isTime(hours);
};

const HOST = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
const MAIL = /^[\w!#$%&'*+/=?^`{|}~-]{1,64}(?:\.[\w!#$%&'*+/=?^`{|}~-]{1,64}){0,20}@(.{1,253})$/;
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const URI_TEXT = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

const isUri = (text: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(text) && URI_TEXT.test(text);

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2 || !/^[\da-f:.]{2,45}$/i.test(text)) return false;
  const parts = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = parts.at(-1) ?? '';
  const hasIpv4 = last.includes('.');
  const words = hasIpv4 ? parts.slice(0, -1) : parts;
  if ((hasIpv4 && !IPV4.test(last)) || !words.every((word) => /^[\da-f]{1,4}$/i.test(word))) return false;
  const count = words.length + (hasIpv4 ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

/** Texts between the shortest one and the wanted length are filled up with a letter. */
const filled = (shortest: string, [before, after]: [string, string], variant: number, length?: number) => {
  if (length === undefined) return `${before}${suffix(variant)}${after}`;
  const missing = length - before.length - after.length;
  return missing >= 0 ? `${before}${'abcdefghij'[variant % 10]?.repeat(missing)}${after}` : shortest;
};

const uri: Format = {
  write: (variant, length) =>
    length === undefined && variant === 0
      ? 'https://example.com'
      : filled(`a:${variant % 10}`, ['https://example.com/', ''], variant, length),
  has: isUri,
};
const email: Format = {
  write: (variant, length) =>
    length !== undefined && length > 64
      ? filled('', ['user@', '.example.com'], variant, Math.min(length, 75))
      : filled(`${'abcdefghij'[variant % 10]}@b.co`, ['user', '@example.com'], variant, length),
  has: (text) => HOST.test(MAIL.exec(text)?.[1] ?? ''),
};
const hostname: Format = {
  write: (variant, length) =>
    variant === 0 && length === undefined
      ? 'example.com'
      : filled(`${'abcdefghij'[variant % 10]}`, ['host', '.example.com'], variant, length),
  has: (text) => HOST.test(text),
};
const byte: Format = {
  write: (variant, length) =>
    length === undefined
      ? Buffer.from(`hello${suffix(variant)}`).toString('base64')
      : 'aGVs'.repeat(Math.floor(length / 4)),
  has: (text) => BASE64.test(text),
};
const reference: Format = {
  write: (variant, length) => filled(`/${variant % 10}`, ['/path', ''], variant, length),
  has: (text) => URI_TEXT.test(text),
};
const pointer: Format = {
  write: (variant, length) => filled('', ['/name', ''], variant, length),
  has: (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text),
};

/** The string formats of JSON Schema and OpenAPI. */
export const FORMATS: Readonly<Record<string, Format>> = {
  date: { write: date, has: isDate },
  'date-time': {
    write: (variant, length = 0) => `${date(variant)}T12:00:00${fraction(length - 20)}Z`,
    has: isDateTime,
  },
  time: { write: time, has: isTime },
  duration: {
    write: (variant, length = 0) => `PT${String(variant + 1).padStart(length - 3, '0')}H`,
    has: (text) =>
      /^P(?!$)(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|\d+W)$/.test(text),
  },
  email,
  'idn-email': email,
  hostname,
  'idn-hostname': hostname,
  ipv4: { write: (variant) => `192.0.2.${(variant % 250) + 1}`, has: (text) => IPV4.test(text) },
  ipv6: { write: (variant) => `2001:db8::${(variant + 1).toString(16)}`, has: isIpv6 },
  uri,
  url: uri,
  iri: uri,
  'uri-reference': reference,
  'iri-reference': reference,
  'uri-template': {
    write: (variant, length) => filled('', ['/items', '/{id}'], variant, length),
    has: (text) => /^(?:[^{}"<>\\^`| ]|\{[^{}]+\})*$/.test(text),
  },
  uuid: {
    write: (variant) => `123e4567-e89b-12d3-a456-${(0x426614174000 + variant).toString(16)}`,
    has: (text) => /^(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
  },
  'json-pointer': pointer,
  'relative-json-pointer': {
    write: (variant, length) => filled(String(variant), ['0/name', ''], variant, length),
    has: (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text),
  },
  regex: {
    write: (variant, length) => filled('', ['^[a-z]+', '$'], variant, length),
    has: isRegularExpression,
  },
  byte,
  base64: byte,
  binary: { write: () => '<binary>', has: () => true },
  password: {
    write: (variant, length) => `${'*'.repeat(length ?? 8)}${suffix(variant)}`,
    has: () => true,
  },
};
