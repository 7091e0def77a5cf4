import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { defineThreadTask } from '../../server/platform/threads/thread-task.ts';
import type { SocialPreview } from './social-preview.ts';
import { wrapText } from './wrap-text.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const MAX_TEXT_LENGTH = 400;

const INK = '#111827';
const QUIET = '#4b5563';
const BACK = '#ffffff';

const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
const WEIGHTS = [500, 700];
const FAMILIES = SUBSETS.map((subset) => `"Inter ${subset}"`).join(', ');

type Canvas = typeof import('@napi-rs/canvas');
let loading: Promise<Canvas> | undefined;

async function loadCanvas(): Promise<Canvas> {
  const canvas = await import('@napi-rs/canvas');
  const { resolve } = createRequire(import.meta.url);
  for (const subset of SUBSETS)
    for (const weight of WEIGHTS) {
      const file = resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff2`);
      canvas.GlobalFonts.register(readFileSync(file), `Inter ${subset}`);
    }
  return canvas;
}

/** Draws the picture with which a link to a page is shown elsewhere; returns a PNG. */
export const drawSocialPreviewTask = defineThreadTask(
  'draw-social-preview',
  async ({ siteTitle, title, description = '', color, direction }: SocialPreview): Promise<Uint8Array> => {
    loading ??= loadCanvas();
    const { createCanvas } = await loading;
    const canvas = createCanvas(WIDTH, HEIGHT);
    const context = canvas.getContext('2d');
    context.fillStyle = BACK;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.fillStyle = color;
    context.fillRect(0, HEIGHT - 16, WIDTH, 16);
    const isRtl = direction === 'rtl';
    context.direction = direction;
    context.textAlign = isRtl ? 'right' : 'left';
    context.textBaseline = 'top';
    const edge = isRtl ? WIDTH - MARGIN : MARGIN;

    context.fillRect(isRtl ? edge - 28 : edge, MARGIN + 2, 28, 28);
    const beside = isRtl ? edge - 48 : edge + 48;
    write(context, siteTitle, { x: beside, y: MARGIN, size: 34, weight: 500, color: QUIET, maxLines: 1 });

    const heading = { x: edge, y: 190, weight: 700, color: INK, maxLines: 3 };
    // A long title is written smaller before anything of it is left out.
    const isLong = !fits(context, title, { size: 76, weight: 700, maxLines: 2 });
    const end = write(context, title, { ...heading, size: isLong ? 60 : 76 });
    if (end < 440)
      write(context, description, { x: edge, y: end + 28, size: 34, weight: 500, color: QUIET, maxLines: 2 });
    return canvas.encode('png');
  },
);

interface Style {
  size: number;
  weight: number;
  maxLines: number;
}

function layOut(context: SKRSContext2D, text: string, { size, weight, maxLines }: Style) {
  context.font = `${weight} ${size}px ${FAMILIES}`;
  const measure = (some: string): number => context.measureText(some).width;
  // The library takes neither control characters nor halves of characters.
  const clean = text.slice(0, MAX_TEXT_LENGTH).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');
  return wrapText(clean, measure, { width: WIDTH - 2 * MARGIN - 60, maxLines });
}

const fits = (context: SKRSContext2D, text: string, style: Style): boolean =>
  layOut(context, text, style).isWhole;

/** Returns where the text ends. */
function write(
  context: SKRSContext2D,
  text: string,
  { x, y, color, ...style }: Style & { x: number; y: number; color: string },
): number {
  const { lines } = layOut(context, text, style);
  const height = Math.round(style.size * 1.2);
  context.fillStyle = color;
  for (const [at, line] of lines.entries()) context.fillText(line, x, y + at * height);
  return y + lines.length * height;
}
