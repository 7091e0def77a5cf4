import { useState } from 'react';
import { SelectField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { SiteKey } from '../sites/site-queries.ts';
import type { Draft, Editing } from './customization.ts';
import styles from './look-form.module.css';
import { type OwnFont, OwnFontField } from './own-font-field.tsx';

type Font = Draft['styling']['font'];
type CodeFont = Draft['styling']['monospaceFont'];

/** The names that stand for fonts of the reader’s system: the defaults. */
const SYSTEM = 'Inter';
const SYSTEM_CODE = 'IBMPlexMono';
const SERIF = 'IBMPlexSerif';

/** The fonts that come with the service. Others of the public client would look like the system font. */
const FONTS = [
  ['Merriweather', 'Merriweather'],
  ['NotoSans', 'Noto Sans'],
  ['OpenSans', 'Open Sans'],
  ['Overpass', 'Overpass'],
  ['Raleway', 'Raleway'],
  ['Roboto', 'Roboto'],
  ['RobotoSlab', 'Roboto Slab'],
  ['SourceSansPro', 'Source Sans'],
] as const;
const CODE_FONTS = [
  ['FiraCode', 'Fira Code'],
  ['Inconsolata', 'Inconsolata'],
  ['JetBrainsMono', 'JetBrains Mono'],
  ['RobotoMono', 'Roboto Mono'],
  ['SourceCodePro', 'Source Code Pro'],
] as const;

/** A font of the organization, by its files. */
const OWN = 'own';
const SAME = 'same';

type Options = (readonly [value: string, label: string])[];

/** The chosen option: names without files are the system’s. */
function optionOf(
  font: Font | CodeFont,
  shipped: readonly (readonly [string, string])[],
  system: string,
): string {
  if (typeof font === 'object') return OWN;
  return font === SERIF || shipped.some(([name]) => name === font) ? font : system;
}

/** A choice of fonts, with the files of a font of the organization. */
function FontField<Chosen extends Font | CodeFont>({
  name,
  label,
  site,
  value,
  chosen,
  options,
  onChange,
}: {
  name: string;
  label: string;
  site: SiteKey;
  value: Chosen | undefined;
  /** The option of the value. */
  chosen: string;
  options: Options;
  onChange(value: Chosen | undefined): void;
}) {
  // Until a file is chosen, the site has the font that it had.
  const [isOwn, setOwn] = useState(false);
  const own = typeof value === 'object' ? (value as OwnFont) : undefined;
  return (
    <>
      <SelectField
        name={name}
        label={label}
        value={isOwn ? OWN : chosen}
        options={[...options, [OWN, own ? t('lookOwnFont', { name: own.fontFamily }) : t('lookBringFont')]]}
        onChange={({ target }) => {
          setOwn(target.value === OWN);
          if (target.value !== OWN)
            onChange(target.value === SAME ? undefined : (target.value as unknown as Chosen));
        }}
      />
      {(isOwn || own) && (
        <OwnFontField
          name={name}
          label={label}
          site={site}
          value={own}
          onChange={(font) => {
            setOwn(font === undefined);
            onChange(font as Chosen | undefined);
          }}
        />
      )}
    </>
  );
}

export function FontFields({ draft: { styling }, setIn, siteKey }: Editing & { siteKey: SiteKey }) {
  const { font, headingFont, monospaceFont } = styling;
  const common: Options = [[SYSTEM, t('lookSystemFont')], [SERIF, t('lookSerifFont')], ...FONTS];
  return (
    <>
      <p className={styles.hint}>{t('lookFontsHint')}</p>
      <FontField
        name="styling.font"
        label={t('lookTextFont')}
        site={siteKey}
        value={font}
        chosen={optionOf(font, FONTS, SYSTEM)}
        options={common}
        onChange={(next = SYSTEM) => setIn('styling', { font: next })}
      />
      <FontField
        name="styling.headingFont"
        label={t('lookHeadingFont')}
        site={siteKey}
        value={headingFont}
        chosen={headingFont === undefined ? SAME : optionOf(headingFont, FONTS, SYSTEM)}
        options={[[SAME, t('lookAsText')], ...common]}
        onChange={(next) => setIn('styling', { headingFont: next })}
      />
      <FontField
        name="styling.monospaceFont"
        label={t('lookCodeFont')}
        site={siteKey}
        value={monospaceFont}
        chosen={optionOf(monospaceFont, CODE_FONTS, SYSTEM_CODE)}
        options={[[SYSTEM_CODE, t('lookSystemFont')], ...CODE_FONTS]}
        onChange={(next = SYSTEM_CODE) => setIn('styling', { monospaceFont: next })}
      />
    </>
  );
}
