import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../api/client.ts';
import { listAll } from '../api/queries.ts';
import { TextField } from '../forms/fields.tsx';

import { t } from '../messages/messages.ts';
import { explainReaders, nameOfReaders, READERS, type Readers, readersOf, teamsOf } from './readers.ts';
import styles from './readers-fields.module.css';
import type { Site } from './site-queries.ts';

const LEAST_PASSWORD = 10;

/** The fields of a form that say who can read a site. */
export function ReadersFields({
  organizationId,
  site,
  onChoose,
}: {
  organizationId: string;
  /** Undefined for a new one. */
  site: Site | undefined;
  onChoose?: (readers: Readers) => void;
}) {
  const before = site ? readersOf(site) : 'public';
  const id = useId();
  const [chosen, setChosen] = useState(before);
  const choose = (readers: Readers): void => {
    setChosen(readers);
    onChoose?.(readers);
  };
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{t('siteReaders')}</legend>
      {READERS.map((readers) => (
        <div key={readers} className={styles.choice} data-chosen={readers === chosen}>
          <label>
            <input
              type="radio"
              name="readers"
              value={readers}
              checked={readers === chosen}
              aria-label={nameOfReaders(readers)}
              aria-describedby={`${id}-${readers}`}
              onChange={() => choose(readers)}
            />
            <span>
              {nameOfReaders(readers)}
              <small id={`${id}-${readers}`}>{explainReaders(readers)}</small>
            </span>
          </label>
          {readers === chosen && (
            <div className={styles.more}>
              {readers === 'teams' && (
                <TeamChoice organizationId={organizationId} chosen={site ? teamsOf(site) : []} />
              )}
              {readers === 'password' && (
                <PasswordField key={passwordTimeOf(site)} isSet={before === 'password'} />
              )}
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** After a password is set, its field is empty again. */
const passwordTimeOf = (site: Site | undefined): string | undefined =>
  site?.readers?.kind === 'password' ? site.readers.passwordChangedAt : undefined;

function PasswordField({ isSet }: { isSet: boolean }) {
  return (
    <TextField
      name="password"
      label={t(isSet ? 'siteNewPassword' : 'password')}
      hint={t(isSet ? 'siteNewPasswordHelp' : 'sitePasswordHelp')}
      type="password"
      autoComplete="new-password"
      required={!isSet}
      minLength={LEAST_PASSWORD}
    />
  );
}

function TeamChoice({ organizationId, chosen }: { organizationId: string; chosen: readonly string[] }) {
  const { data: teams } = useQuery({
    queryKey: ['organization', organizationId, 'teams'],
    queryFn: (): Promise<Schemas['Team'][]> =>
      listAll(api.list('/v1/orgs/{organizationId}/teams', { path: { organizationId } })),
  });
  if (!teams) return <p>{t('loading')}</p>;
  if (teams.length === 0) return <p>{t('siteNoTeams')}</p>;
  return (
    <fieldset className={styles.teams}>
      <legend>{t('teams')}</legend>
      {teams.map(({ id, title }) => (
        <label key={id}>
          <input type="checkbox" name="team" value={id} defaultChecked={chosen.includes(id)} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
