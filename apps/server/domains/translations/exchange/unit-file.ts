export const FILE_FORMATS = ['xliff', 'po'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A file for translation programs: the units of a translated space. */
export interface UnitFile {
  sourceLanguage: string;
  language: string;
  pages: { pageId: string; title: string; units: FileUnit[] }[];
}

export interface FileUnit {
  /** Identifies the page, the unit, and its translation. */
  id: string;
  unit: string;
  translation: string | undefined;
  /** Whether somebody must check the translation, because it translates an earlier source. */
  isDoubtful: boolean;
  /** The kind of the text, for translators. */
  note: string;
}

/** A unit in a file that was sent back. */
export interface ReadUnit {
  id: string;
  source: string | undefined;
  /** Empty if the unit is not translated. */
  translation: string;
  isDoubtful: boolean;
}

export interface ReadFile {
  /** The target languages that the file declares. */
  languages: string[];
  units: ReadUnit[];
}

/** The reason why a file cannot be read, for users. */
export class UnitFileError extends Error {}

/** The maximum number of units in a file. */
export const MAX_FILE_UNITS = 100_000;
