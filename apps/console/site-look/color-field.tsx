import { useId, useState } from 'react';
import { t } from '../messages/messages.ts';
import styles from './color-field.module.css';
import { contrastOf, isColor, longColor } from './contrast.ts';
import type { ThemedColor } from './customization.ts';

const MODES = ['light', 'dark'] as const;
type Mode = (typeof MODES)[number];

/** A color in light and in dark mode, each with its contrast to what it stands on. */
export function ColorField({
  label,
  value,
  onChange,
  on,
  least,
}: {
  label: string;
  value: ThemedColor;
  onChange(value: ThemedColor): void;
  /** What the color stands on; undefined for a surface. */
  on?: ThemedColor | undefined;
  /** The contrast that it should have. */
  least?: number;
}) {
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <div className={styles.modes}>
        {MODES.map((mode) => (
          <OneColor
            key={mode}
            label={t(mode === 'light' ? 'lookInLight' : 'lookInDark', { name: label })}
            mode={mode}
            value={value[mode]}
            on={on?.[mode]}
            least={least}
            onChange={(color) => onChange({ ...value, [mode]: color })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function OneColor({
  label,
  mode,
  value,
  on,
  least,
  onChange,
}: {
  label: string;
  mode: Mode;
  value: string;
  on: string | undefined;
  least: number | undefined;
  onChange(color: string): void;
}) {
  const id = useId();
  /** What is being typed, until it is a color. */
  const [typed, setTyped] = useState<string>();
  const isInvalid = typed !== undefined && !isColor(typed);
  const type = (text: string): void => {
    const color = text.trim().replace(/^(?=[0-9a-f]{3}(?:[0-9a-f]{3})?$)/i, '#');
    setTyped(isColor(color) ? undefined : text);
    if (isColor(color)) onChange(color.toLowerCase());
  };
  return (
    <div className={styles.one}>
      <span className={styles.mode}>{t(mode === 'light' ? 'lookLight' : 'lookDark')}</span>
      <div className={styles.controls}>
        <input
          type="color"
          aria-label={label}
          value={longColor(value)}
          onChange={({ target }) => type(target.value)}
        />
        <input
          type="text"
          aria-label={`${label} (#)`}
          aria-describedby={id}
          aria-invalid={isInvalid || undefined}
          value={typed ?? value}
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(undefined)}
        />
      </div>
      <small id={id}>
        {isInvalid
          ? t('lookColorInvalid')
          : on !== undefined && <Contrast value={value} on={on} least={least} />}
      </small>
    </div>
  );
}

function Contrast({ value, on, least = 0 }: { value: string; on: string; least: number | undefined }) {
  const contrast = contrastOf(value, on);
  // Rounded down, so that it never reads as enough.
  const ratio = Math.floor(contrast * 10) / 10;
  const isEnough = contrast >= least;
  return (
    <span className={styles.contrast} data-enough={isEnough}>
      {isEnough ? t('lookContrast', { ratio }) : t('lookContrastLow', { ratio, least })}
    </span>
  );
}
