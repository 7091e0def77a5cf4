/** The TXT record that shows that whoever administers a domain in DNS agrees. */
export const recordOf = ({ domain, challenge }: { domain: string; challenge: string }) => ({
  type: 'TXT' as const,
  name: `_lectern.${domain}`,
  value: `lectern-verification=${challenge}`,
});
