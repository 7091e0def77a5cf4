// Line breaks and the like cannot be in a header, and marks that turn the direction of text disguise an extension.
const UNSAFE = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const NOT_ATTRIBUTE = /[!'()*]/g;
// Browsers cut names longer than file systems allow, some of them at the extension.
const MAX_NAME_LENGTH = 200;

/** The `Content-Disposition` that saves a file under a name, in any script (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const safe =
    [...name.replace(UNSAFE, '').replace(/[/\\]/g, '_')].slice(-MAX_NAME_LENGTH).join('') || 'file';
  const encoded = encodeURIComponent(safe).replace(
    NOT_ATTRIBUTE,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
