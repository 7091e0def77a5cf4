import { SignOnRefusal } from '../../refusal.ts';
import { assertPlainXml } from './plain-xml.ts';

/** In bytes. */
const MAX_RESPONSE_BYTES = 262_144;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The XML of a field `SAMLResponse`, which any parser may read. Throws a refusal for anything else. */
export function decodeResponse(field: string): string {
  const base64 = field.replaceAll(/\s/g, '');
  if (base64.length > Math.ceil(MAX_RESPONSE_BYTES / 3) * 4) throw new SignOnRefusal('too-large', 'bytes');
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) throw new SignOnRefusal('not-base64');
  const xml = decodeUtf8(Buffer.from(base64, 'base64'));
  assertPlainXml(xml);
  // Signatures are over lines that end as XML says.
  return xml.replaceAll(/\r\n?/g, '\n');
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SignOnRefusal('not-xml', 'not UTF-8');
  }
}
