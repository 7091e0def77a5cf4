/** Names that every file system and Git accept. Names that come from a repository are not changed. */

/** Devices of Windows, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;
/** Folders and files that Git reads, with their short names on Windows. */
const OF_GIT = /^(?:\.git|gi[\da-z]{0,6}~\d)/i;
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;
/** Marks that change how the name is shown, except those that join letters and pictures. */
const FORMAT = /(?![\u200c\u200d])\p{Cf}/gu;
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;
/** File systems allow 255 bytes, or as many units of UTF-16. Some bytes are left for a program’s own additions. */
const MAX_BYTES = 200;

/** Returns the name of a file as one part of a path. */
export function toPortableName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(FORBIDDEN, '-')
    .replace(FORMAT, '')
    .replace(/^ +|(?<![ .])[ .]+$/g, '');
  if (clean === '') return 'file';
  // HFS+ and some programs ignore what nobody sees.
  const seen = clean.replace(/\p{Cf}/gu, '').replace(/(?<![ .])[ .]+$/, '');
  if (OF_GIT.test(seen)) return cutName(seen.replace(/^\.?/, '_'));
  return cutName(DEVICE.test(seen) ? `_${seen}` : clean);
}

/**
 * Returns the slug of a page as one part of a path. What is added to a slug that no file can have as its name is not
 * part of the slug that is read from the name.
 */
export function toPortableSlug(slug: string): string {
  const isReserved = DEVICE.test(slug) || OF_GIT.test(slug);
  if (isReserved) return cutName(slug.includes('.') ? `-${slug}` : `${slug}-`);
  return cutName(slug).replace(/(?<!\.)\.+$/, '-');
}

function cutName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  let left = MAX_BYTES - Buffer.byteLength(extension);
  let cut = '';
  for (const character of name) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    cut += character;
  }
  return cut.replace(/(?<![ .])[ .]+$/, '') + extension;
}
