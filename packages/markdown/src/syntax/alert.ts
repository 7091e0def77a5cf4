import type { HintStyle } from '../document.ts';

const STYLES = new Map<string, HintStyle>([
  ['NOTE', 'info'],
  ['TIP', 'success'],
  ['IMPORTANT', 'info'],
  ['WARNING', 'warning'],
  ['CAUTION', 'danger'],
]);

const FIRST_LINE = /^\[!([A-Za-z]{3,9})\][-+]?(?:[ \t]([^\n]*))?(?:\n|$)/;

export interface Alert {
  name: string;
  style: HintStyle;
  /** The title after the name, which Obsidian allows. */
  title: string;
  /** The text after the first line. */
  rest: string;
}

/** Reads `[!NOTE]` at the beginning of the first paragraph of a quote. */
export function readAlert(paragraph: string): Alert | undefined {
  const match = FIRST_LINE.exec(paragraph);
  const style = match ? styleOfAlert(match[1]!) : undefined;
  if (!match || !style) return undefined;
  return { name: match[1]!, style, title: (match[2] ?? '').trim(), rest: paragraph.slice(match[0].length) };
}

export const styleOfAlert = (name: string): HintStyle | undefined => STYLES.get(name.toUpperCase());

/** The first name of a style. */
export const alertOf = (style: HintStyle): string | undefined =>
  [...STYLES].find(([, other]) => other === style)?.[0];
