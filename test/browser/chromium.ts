import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { BROWSER_NAMES } from '../../scripts/browser-names.mjs';
import { DEFAULT_FONTS, type FontSetName, onlyFonts } from './fonts.ts';

/**
 * Every window of Chromium prepares menus that the tests do not open, each in a process of its own: half of the
 * processor time of the browser tests. There is no graphics card either.
 */
const LIGHT = [
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI',
];

/** Starts the Chromium that is installed on this machine, without a window. `args`: more of its options. */
export function launchChromium(
  args: readonly string[] = [],
  fonts: FontSetName = DEFAULT_FONTS,
): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    // Its own sandbox needs privileges that containers do not give; the pages here are the tests' own.
    args: ['--no-sandbox', ...LIGHT, ...args],
    env: { ...process.env, ...onlyFonts(fonts) },
  });
}

function findChromium(): string {
  for (const name of BROWSER_NAMES) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
    }
  }
  throw new Error('Browser tests need Chromium: install the package “chromium” of your system.');
}
