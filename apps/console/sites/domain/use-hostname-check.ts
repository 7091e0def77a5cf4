import { ApiError } from '@lectern/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { announce } from '../../app/announce.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { rereadSite, type SiteKey } from '../site-queries.ts';

/** New records take a while: there is no use in asking more often. */
const CHECK_MS = 15_000;

/** What a check of the record found, by the reason of its refusal. */
const FINDINGS: Record<string, keyof Messages> = {
  'hostname-not-proven': 'siteRecordMissing',
  'hostname-record-differs': 'siteRecordDiffers',
  'hostname-taken': 'siteHostnameTaken',
};

/** How far readers get who open the verified hostname. */
const REACHES: Record<string, keyof Messages> = {
  'no-address': 'siteNoAddressRecord',
  'no-certificate': 'siteCertificatePending',
  unreachable: 'siteUnreachable',
};

interface Check {
  /** What was found, in words. */
  state: keyof Messages;
  isReady: boolean;
  isChecking: boolean;
  checkNow: () => Promise<void>;
}

/** Checks the record of a hostname again and again until it is found, then whether readers reach the site there. */
export function useHostnameCheck(
  siteKey: SiteKey,
  hostname: string,
  { isFound, mayCheck }: { isFound: boolean; mayCheck: boolean },
): Check {
  const { organizationId, siteId } = siteKey;
  const [finding, setFinding] = useState<keyof Messages>('siteRecordMissing');
  const [isChecking, setChecking] = useState(false);
  const reach = useQuery({
    queryKey: ['organization', organizationId, 'site', siteId, 'hostname', hostname, 'reach'],
    queryFn: () => api.get('/v1/custom-hostnames/{hostname}/reach', { path: { hostname } }),
    enabled: isFound,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && data.state in REACHES ? CHECK_MS : false),
  });
  const checkRecord = useCallback(async (): Promise<void> => {
    setChecking(true);
    try {
      await api.patch('/v1/custom-hostnames/{hostname}', { path: { hostname } });
      announce(t('siteDomainReady'));
      await rereadSite({ organizationId, siteId });
    } catch (error) {
      const reason = error instanceof ApiError ? (error.reason ?? '') : '';
      setFinding(FINDINGS[reason] ?? 'siteCheckFailed');
    } finally {
      setChecking(false);
    }
  }, [organizationId, siteId, hostname]);
  const isWanted = mayCheck && !isFound;
  useEffect(() => {
    if (!isWanted) return undefined;
    void checkRecord();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void checkRecord();
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [isWanted, checkRecord]);
  const reached = REACHES[reach.data?.state ?? ''];
  return {
    state: isFound ? (reached ?? 'siteDomainReady') : finding,
    isReady: isFound && reached === undefined,
    isChecking: isChecking || reach.isFetching,
    checkNow: async () => void (isFound ? await reach.refetch() : await checkRecord()),
  };
}
