import { useQuery } from '@tanstack/react-query';
import { ownQuotasQuery, sayAmount } from '../api/quotas.ts';
import { Facts, Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';

/** What the organization has, and can have. */
export function QuotasSection({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(ownQuotasQuery(organizationId));
  if (!data) return null;
  return (
    <Section title={t('quotas')} text={t('quotasLead')}>
      <Facts
        facts={data.map(({ quota, usage, limit }) => [
          t(`quota-${quota}`),
          limit === undefined
            ? sayAmount(quota, usage)
            : t('usageOfLimit', { usage: sayAmount(quota, usage), limit: sayAmount(quota, limit) }),
        ])}
      />
    </Section>
  );
}
