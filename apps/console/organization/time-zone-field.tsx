import { useState } from 'react';
import { SuggestField } from '../forms/suggest-field.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import { findTimeZones } from './time-zones.ts';

const MOST = 20;

/** The time zone of an organization, found by its place. */
export function TimeZoneField({ value }: { value: string }) {
  const [zone, setZone] = useState(value);
  const [typed, setTyped] = useState<string>();
  const found = findTimeZones(typed ?? '', MOST).map((name) => ({
    key: name,
    label: name.replaceAll('_', ' '),
    detail: describeOffset(name),
  }));
  return (
    <>
      <input type="hidden" name="timeZone" value={zone} />
      <SuggestField
        name="timeZoneSearch"
        label={t('organizationTimeZone')}
        hint={t('organizationTimeZoneHint')}
        list={t('organizationTimeZones')}
        none={t('organizationNoTimeZone')}
        value={typed ?? zone.replaceAll('_', ' ')}
        suggestions={found}
        onType={setTyped}
        onChoose={({ key }) => {
          setZone(key);
          setTyped(undefined);
        }}
        // What was typed is only a search.
        onLeave={() => setTyped(undefined)}
      />
    </>
  );
}

/** How the clocks differ now, such as GMT+1. */
function describeOffset(timeZone: string): string | undefined {
  const format = new Intl.DateTimeFormat(currentLocale(), { timeZone, timeZoneName: 'shortOffset' });
  return format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value;
}
