/** The fonts that Chromium measures text with: those of the suite, whichever ones are installed on the machine. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface FontSet {
  sans: string;
  mono: string;
  folders: string[];
}

const google = (name: string): string[] =>
  ['400Regular', '700Bold'].map((style) => `@expo-google-fonts/${name}/${style}`);

/** The sans-serif fonts that Linux distributions install. Arimo and Cousine have the widths of Liberation. */
const SETS = {
  DejaVu: { sans: 'DejaVu Sans', mono: 'DejaVu Sans Mono', folders: ['dejavu-fonts-ttf/ttf'] },
  Liberation: { sans: 'Arimo', mono: 'Cousine', folders: [...google('arimo'), ...google('cousine')] },
  Noto: {
    sans: 'Noto Sans',
    mono: 'Noto Sans Mono',
    folders: [...google('noto-sans'), ...google('noto-sans-mono')],
  },
} satisfies Record<string, FontSet>;

export type FontSetName = keyof typeof SETS;

export const FONT_SETS = Object.keys(SETS) as FontSetName[];

/** Of the suites that do not run with each set. `LECTERN_TEST_FONTS` runs them with another one. */
export const DEFAULT_FONTS: FontSetName =
  FONT_SETS.find((name) => name === process.env.LECTERN_TEST_FONTS) ?? 'DejaVu';

/** Returns the environment variables that make a process see the fonts of the set, and no others. */
export function onlyFonts(name: FontSetName): { FONTCONFIG_FILE: string } {
  const { sans, mono, folders } = SETS[name];
  const workFolder = mkdtempSync(join(tmpdir(), 'lectern-fonts-'));
  const packages = join(import.meta.dirname, '../../node_modules');
  const prefer = (family: string, font: string): string =>
    `<alias binding="strong"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  const configuration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${join(packages, folder)}</dir>`).join('\n')}
<cachedir>${join(workFolder, 'cache')}</cachedir>
<selectfont><rejectfont><glob>*Math*</glob></rejectfont></selectfont>
<match target="pattern"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
${['sans-serif', 'system-ui', 'serif'].map((family) => prefer(family, sans)).join('\n')}
${prefer('monospace', mono)}
<match target="pattern"><edit name="family" mode="append_last"><string>${sans}</string></edit></match>
</fontconfig>
`;
  const file = join(workFolder, 'fonts.conf');
  writeFileSync(file, configuration);
  return { FONTCONFIG_FILE: file };
}
