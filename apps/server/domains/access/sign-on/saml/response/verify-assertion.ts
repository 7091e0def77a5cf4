import { X509Certificate } from 'node:crypto';
import { SignOnRefusal } from '../../refusal.ts';
import { type Certificate, validCertificates } from '../certificates.ts';
import { loadSamlXml } from '../node-saml.ts';
import type { ResponseParts } from './response-parts.ts';
import { assertSignatureForm } from './signature-form.ts';
import { isSignedWith } from './signed-info.ts';
import { attributeOf, isNamed, parseXml, signature, walk, type XmlElement } from './xml-element.ts';

/**
 * Returns the assertion exactly as it was signed: all later code reads the very bytes that the provider's key vouches
 * for, without the signature. `xml`: the text that the parts were parsed from. If the response is signed as well, the
 * same provider must have signed it. Certificates in the message are neither trusted nor tried.
 */
export async function verifyAssertion(
  xml: string,
  { response, responseSignature, assertion, assertionSignature }: ResponseParts,
  { certificates, now }: { certificates: Certificate[]; now: Date },
): Promise<XmlElement> {
  assertSignatureForm(assertionSignature, assertion);
  if (responseSignature) assertSignatureForm(responseSignature, response);
  const valid = validCertificates(certificates, now);
  if (valid.length === 0) throw new SignOnRefusal('certificate-expired');
  if (responseSignature) await verify(xml, response, { valid, own: responseSignature });
  const signed = await parseXml(await verify(xml, assertion, { valid, own: assertionSignature }));
  if (signed.localName !== 'Assertion' || attributeOf(signed, 'ID') !== attributeOf(assertion, 'ID')) {
    throw new SignOnRefusal('signature', 'another element was signed');
  }
  return signed;
}

/** The canonical form of the element, of which the signature in it says that it is the signed one. */
async function verify(
  xml: string,
  element: XmlElement,
  { valid, own }: { valid: Certificate[]; own: XmlElement },
): Promise<string> {
  const { getVerifiedXml } = await loadSamlXml();
  const signer = valid.find(({ pem }) => isSignedWith(own, pem));
  if (!signer) throw new SignOnRefusal(namesOther(own, valid) ? 'other-certificate' : 'signature', 'key');
  let signed: string | null = null;
  let detail = 'digest';
  try {
    // The library's types for elements are those of browsers, which this program does not include.
    signed = getVerifiedXml(xml, element as never, [signer.pem]);
  } catch (error) {
    detail = (error as Error).message;
  }
  if (signed === null) throw new SignOnRefusal('signature', detail);
  return signed;
}

/** Whether the message itself names a signing certificate that is not one of these. */
function namesOther(own: XmlElement, valid: Certificate[]): boolean {
  const named = [...walk(own)].filter((element) => isNamed(element, signature('X509Certificate')));
  const fingerprints = named.map(({ textContent }) => fingerprintOf(textContent ?? ''));
  return (
    named.length > 0 && !fingerprints.some((one) => valid.some(({ fingerprint }) => fingerprint === one))
  );
}

function fingerprintOf(base64: string): string | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).fingerprint256;
  } catch {
    return undefined;
  }
}
