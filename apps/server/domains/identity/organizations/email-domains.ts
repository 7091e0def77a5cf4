import { domainToASCII } from 'node:url';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A domain as it is compared: lower case, ASCII, without a leading @. Undefined when it cannot be one. */
export function normalizeEmailDomain(text: string): string | undefined {
  const domain = domainToASCII(text.trim().replace(/^@/, '')).toLowerCase().replace(/\.$/, '');
  const labels = domain.split('.');
  const isDomain =
    domain.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    // An IP address is not a domain: it receives no mail.
    !/^\d+$/.test(labels[labels.length - 1] as string);
  return isDomain ? domain : undefined;
}
