import { normalizeEmailDomain } from '../organizations/email-domains.ts';

const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
/** Letters, digits and marks in parts between dots. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/**
 * An address that mail can be sent to, with its domain as the network knows it. Undefined for anything else: what is
 * no single address, or would need a mail server that takes other letters than ASCII.
 */
export function readAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const localPart = trimmed.slice(0, Math.max(at, 0));
  const domain = normalizeEmailDomain(trimmed.slice(at + 1));
  if (domain === undefined || localPart.length > MAX_LOCAL_PART_LENGTH || !LOCAL_PART.test(localPart)) {
    return undefined;
  }
  const address = `${localPart}@${domain}`;
  return address.length > MAX_ADDRESS_LENGTH ? undefined : address;
}
