/**
 * Removes secrets from a log line, no matter which code wrote them: fields that hold secrets, tokens, credentials in
 * URLs, secrets in query strings, and the instance's own secrets. Works on both text and JSON: no pattern crosses a
 * quotation mark.
 */
export function createScrubber(ownSecrets: (string | undefined)[]): (line: string) => string {
  const own = new Set(
    ownSecrets
      .filter((secret) => secret !== undefined && secret.length >= 8)
      // As text, as JSON, and as JSON in JSON.
      .flatMap((secret = '') => [secret, inJson(secret), inJson(inJson(secret))]),
  );
  return (line) => {
    let text = line
      .replace(FIELD, '"$1":"…"')
      .replace(NESTED_FIELD, '$1"$2$1":$1"…$1"')
      .replace(AUTHORIZATION, '$1 …')
      .replace(TOKEN, 'lc$1_…')
      .replace(TICKET, '$1…')
      .replace(INVITE, '$1…')
      .replace(GIT_WEBHOOK, '$1…')
      .replace(CREDENTIALS, '$1…@')
      .replace(CREDENTIALS_IN_VALUE, '$1…$2')
      .replace(QUERY, '$1…')
      .replace(QUERY_IN_VALUE, '$1…')
      .replace(SHARE_KEY, '$1…')
      .replace(JWT, 'eyJ…');
    for (const secret of own) text = text.replaceAll(secret, '…');
    return text;
  };
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const FIELD =
  /"([\w-]{0,40}(?:authorization|cookie|password|passphrase|secret|token|jwt|private-?key|api[_-]?key))":(?:"(?:[^"\\]|\\.)*"|\[(?:(?!":\[)[^\]])*\])/gi;
// A run of backslashes is tried once, from its beginning: anybody can send a long one in a URL.
const NESTED_FIELD =
  /(?<!\\)(\\+)"([\w-]{0,40}(?:authorization|cookie|password|passphrase|secret|token|jwt|private-?key|api[_-]?key))\1":(?:\1".*?(?<!\\)\1"|\[(?:(?!":\[)[^\]])*\])/gi;
const AUTHORIZATION = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
/** API tokens, and the secrets of sessions and webhooks. */
const TOKEN = /\blc([tsw])_[\w-]{6,}/g;
/** The end of a link in a mail or of a step of single sign-on: an id, and a secret that only its holder has. */
const TICKET = /((?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|_[0-9a-f]{32})(?:\.|%2e))[\w-]{20,}/gi;
/** The id of an invite link lets its holder join. */
const INVITE =
  /((?:\/|%2f)(?:(?:link-)?invites|join(?:\/|%2f)[0-9a-f-]{36})(?:\/|%2f))[0-9a-f]{8}[0-9a-f-]{12,}/gi;
/** The end of the address for webhooks of a Git connection. */
const GIT_WEBHOOK = /((?:\/|%2f)git(?:\/|%2f)webhooks(?:\/|%2f))[\w-]{8,}/gi;
const CREDENTIALS = /([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"'<>\\]{1,2000}@/gi;
/** The same in an address that is a value of another one, and therefore encoded, perhaps several times. */
const CREDENTIALS_IN_VALUE =
  /([a-z][a-z0-9+.-]{0,20}%(?:25){0,3}3a(?:%(?:25){0,3}2f){2})(?:(?!%(?:25){0,3}2f)[^\s/@&"'<>\\]){1,500}?(%(?:25){0,3}40)/gi;
const SECRET_NAMES =
  '(?:[\\w-]{0,64}(?:token|secret|password|passwd|signature|apikey|api_key|credential|jwt)[\\w-]{0,64}|key|shareKey|code|auth|sig|SAMLResponse|SAMLRequest|RelayState)';
const QUERY = new RegExp(`([?&]${SECRET_NAMES}=)[^&\\s"'#<>\\\\]+`, 'gi');
/** The same in an address that is a value of another one. */
const QUERY_IN_VALUE = new RegExp(
  `(%(?:25){0,3}(?:3f|26)${SECRET_NAMES}%(?:25){0,3}3d)(?:(?!%(?:25){0,3}(?:26|23))[^&\\s"'#<>\\\\])+`,
  'gi',
);
/** A share link has its key in the path. */
const SHARE_KEY = /((?:\/|%(?:25){0,3}2f)k-)[\w-]{22}(?![\w-])/gi;
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g;
