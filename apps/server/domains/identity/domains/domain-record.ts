/** What the text of every such record begins with. */
export const RECORD_PREFIX = 'lectern-verification=';

/** The TXT record that proves that the administrator of a domain's DNS agrees. */
export const recordOf = ({ domain, challenge }: { domain: string; challenge: string }) => ({
  type: 'TXT' as const,
  name: `_lectern.${domain}`,
  value: RECORD_PREFIX + challenge,
});
