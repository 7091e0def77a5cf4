import type { Schemas } from '@lectern/client/schema';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import type { TranslationKey } from '../api/translations.ts';
import { Button } from '../app/button.tsx';
import { showError } from '../app/toasts.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import styles from './translations.module.css';

type Estimated = Schemas['TranslationEstimate'];

/** What the next run would translate, and what it would cost. Finding out reads all pages, so somebody asks for it. */
export function Estimate({ path }: { path: TranslationKey }) {
  const [isAsking, setAsking] = useState(false);
  const [estimate, setEstimate] = useState<Estimated>();
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      setEstimate(
        await api.post('/v1/orgs/{organizationId}/translations/{translationSettingsId}/estimate', { path }),
      );
    } catch (error) {
      showError(explain(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className={styles.estimate}>
      <Button disabled={isAsking} onClick={() => void ask()}>
        {t('estimateTranslation')}
      </Button>
      <div role="status">{estimate && <Result estimate={estimate} />}</div>
    </div>
  );
}

function Result({ estimate }: { estimate: Estimated }) {
  const { blocks, characters, calls, remembered, cost, charactersLeft, provider } = estimate;
  if (blocks === 0) return <p>{t('estimateNothing')}</p>;
  return (
    <>
      {provider === null && <p>{t('estimateNoProvider')}</p>}
      <p>{t('estimateFacts', { blocks, characters, calls, remembered })}</p>
      {cost !== null && (
        <p>
          <strong>
            {t('estimateCost', {
              cost: cost.toLocaleString(currentLocale(), {
                minimumFractionDigits: 2,
                maximumFractionDigits: 2,
              }),
            })}
          </strong>
        </p>
      )}
      {charactersLeft !== null && <p>{t('estimateLeft', { characters: charactersLeft })}</p>}
    </>
  );
}
