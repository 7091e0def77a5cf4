export const FILE_FORMATS = ['xliff', 'po'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A file for translation programs: the units of a translated space. */
export interface UnitFile {
  sourceLanguage: string;
  language: string;
  pages: { pageId: string; title: string; units: FileUnit[] }[];
}

export interface FileUnit {
  /** Names the page, the unit, and what stands for it. */
  id: string;
  unit: string;
  translation: string | undefined;
  /** Whether somebody must look at the translation: it says what an earlier source said. */
  isDoubtful: boolean;
  /** What kind of text it is, for translators. */
  note: string;
}

/** A unit as somebody sends it back. */
export interface ReadUnit {
  id: string;
  source: string | undefined;
  /** Empty: not translated. */
  translation: string;
  isDoubtful: boolean;
}

export interface ReadFile {
  /** The languages that the file says it translates into. */
  languages: string[];
  units: ReadUnit[];
}

/** Why a file cannot be read, in words for people. */
export class UnitFileError extends Error {}

/** The most units of a file. */
export const MAX_FILE_UNITS = 100_000;
