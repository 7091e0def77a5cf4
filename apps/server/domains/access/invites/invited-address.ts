import { normalizeEmailDomain } from '../../identity/organizations/email-domains.ts';

const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
/** Letters, digits and marks in parts between dots. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/**
 * Returns an address that mail can be sent to, with its domain in ASCII form. Undefined for anything but a single
 * address, and for one that would need a mail server with internationalized addresses.
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
