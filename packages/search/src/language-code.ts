const codes = new Map<string, string>();

/** The language of a tag (`en` of `en-US`); English when none is known. */
export function languageCode(language: string | null): string {
  if (language === null) return 'en';
  const known = codes.get(language);
  if (known !== undefined) return known;
  const code = language.toLowerCase().split(/[-_]/)[0] as string;
  // There are few languages, but anybody can write one.
  if (codes.size < MAX_KNOWN) codes.set(language, code);
  return code;
}

const MAX_KNOWN = 1000;
