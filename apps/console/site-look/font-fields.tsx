import { SelectField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import type { Draft, Editing } from './customization.ts';
import styles from './look-form.module.css';

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

/** A font that the organization brought itself is kept as it is. */
const OWN = 'own';
const SAME = 'same';

type Options = (readonly [value: string, label: string])[];

const ownOption = (font: Font | CodeFont | undefined): Options =>
  typeof font === 'object' ? [[OWN, t('lookOwnFont', { name: font.fontFamily })]] : [];

/** The chosen option: names without files are the system’s. */
function optionOf(
  font: Font | CodeFont,
  shipped: readonly (readonly [string, string])[],
  system: string,
): string {
  if (typeof font === 'object') return OWN;
  return font === SERIF || shipped.some(([name]) => name === font) ? font : system;
}

export function FontFields({ draft: { styling }, setIn }: Editing) {
  const { font, headingFont, monospaceFont } = styling;
  const common: Options = [[SYSTEM, t('lookSystemFont')], [SERIF, t('lookSerifFont')], ...FONTS];
  return (
    <>
      <p className={styles.hint}>{t('lookFontsHint')}</p>
      <SelectField
        name="styling.font"
        label={t('lookTextFont')}
        value={optionOf(font, FONTS, SYSTEM)}
        options={[...common, ...ownOption(font)]}
        onChange={({ target }) =>
          target.value !== OWN && setIn('styling', { font: target.value as Extract<Font, string> })
        }
      />
      <SelectField
        name="styling.headingFont"
        label={t('lookHeadingFont')}
        value={headingFont === undefined ? SAME : optionOf(headingFont, FONTS, SYSTEM)}
        options={[[SAME, t('lookAsText')], ...common, ...ownOption(headingFont)]}
        onChange={({ target: { value } }) =>
          value !== OWN &&
          setIn('styling', { headingFont: value === SAME ? undefined : (value as Extract<Font, string>) })
        }
      />
      <SelectField
        name="styling.monospaceFont"
        label={t('lookCodeFont')}
        value={optionOf(monospaceFont, CODE_FONTS, SYSTEM_CODE)}
        options={[[SYSTEM_CODE, t('lookSystemFont')], ...CODE_FONTS, ...ownOption(monospaceFont)]}
        onChange={({ target }) =>
          target.value !== OWN &&
          setIn('styling', { monospaceFont: target.value as Extract<CodeFont, string> })
        }
      />
    </>
  );
}
