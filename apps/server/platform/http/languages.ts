/** The languages of content, as the public client names them. */
export const LANGUAGES =
  'en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'.split(
    ' ',
  );

/** The name of a language in English, such as “French”. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
