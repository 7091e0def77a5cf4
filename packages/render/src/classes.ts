import { html, type Insertion } from '@lectern/html/html';
import type { Length } from '@lectern/markdown/document';

/** The class attribute of an element; nothing without classes. */
export function classes(...names: (string | false | undefined)[]): Insertion {
  const given = names.filter((name) => name !== undefined && name !== false && name !== '');
  return given.length > 0 && html` class="${given.join(' ')}"`;
}

const STEP = 5;

/** A width in percent, in steps of five below 100; undefined for other lengths. */
export function percentOf(length: Length | undefined): number | undefined {
  if (typeof length !== 'object' || length.unit !== '%') return undefined;
  const steps = Math.round(length.value / STEP);
  return steps >= 1 && steps < 100 / STEP ? steps * STEP : undefined;
}

/** The class of a width in percent; undefined for other lengths. */
export function widthClass(length: Length | undefined): string | undefined {
  const percent = percentOf(length);
  return percent === undefined ? undefined : `w-${percent}`;
}

const COLUMN_STEP = 2;
const ROOT_FONT_SIZE = 16;
const MAX_COLUMN = 48;

/** The class of the width of a column in pixels, in steps of two rem. */
export function columnClass(pixels: number | undefined): string | undefined {
  if (pixels === undefined || !(pixels > 0)) return undefined;
  const steps = Math.max(2, Math.round(pixels / ROOT_FONT_SIZE / COLUMN_STEP));
  return `col-${Math.min(MAX_COLUMN, steps * COLUMN_STEP)}`;
}

const COLORS = new Set([
  'blue',
  'cyan',
  'danger',
  'green',
  'info',
  'orange',
  'pink',
  'primary',
  'purple',
  'red',
  'success',
  'tint',
  'violet',
  'warning',
  'yellow',
]);

/** The class of a color by its name, which may begin with a dollar sign; undefined for the default color. */
export function colorClass(prefix: 'b' | 'c', color: string | undefined): string | undefined {
  const name = color?.replace(/^\$/, '');
  return name !== undefined && COLORS.has(name) ? `${prefix}-${name}` : undefined;
}
