import { iconNames } from 'lectern:icon-names';
import { useId, useState } from 'react';
import { TextField } from '../../forms/fields.tsx';
import { t } from '../../messages/messages.ts';

const MOST = 40;

/** The name of an icon, with the names that contain what is typed. */
export function IconField({ value }: { value: string }) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const words = typed
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean);
  const names = iconNames.filter((name) => words.every((word) => name.includes(word))).slice(0, MOST);
  const isKnown = typed === '' || iconNames.includes(typed);
  return (
    <>
      <TextField
        name="icon"
        label={t('siteIcon')}
        hint={t(isKnown ? 'siteIconHelp' : 'siteIconUnknown')}
        list={id}
        spellCheck={false}
        maxLength={50}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
