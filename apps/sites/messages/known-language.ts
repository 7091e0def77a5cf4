/** The language as the runtime knows it; one that it does not know is written as English is. */
export function knownLanguage(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
