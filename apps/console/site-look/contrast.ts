const COLOR = /^#(?:[0-9a-f]{3}){1,2}$/i;

export const isColor = (text: string): boolean => COLOR.test(text);

/** `#rgb` as `#rrggbb`, which the control of browsers takes. */
export const longColor = (color: string): string =>
  color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color;

/** The contrast of two colors as WCAG 2.2 defines it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const long = longColor(color);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(long.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** The background of pages, in each mode. */
export const PAGE = { light: '#ffffff', dark: '#0f131a' };
/** WCAG 2.2 AA: for text, and for icons and borders that carry meaning. */
export const TEXT_CONTRAST = 4.5;
export const GRAPHICS_CONTRAST = 3;
