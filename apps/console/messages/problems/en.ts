/** The texts of the problems that imports and syncs report, with what to do. */
export const texts = {
  'problemKind-links': 'Broken links',
  'problemAdvice-links':
    'They are kept as they are written. “Broken links” in the settings of the space repairs them together.',
  'problemKind-includes': 'Missing included texts',
  'problemAdvice-includes': 'Add the files to the source and import again, or write the texts in the space.',
  'problemKind-files': 'Missing pictures and files',
  'problemAdvice-files': 'Add them to the source and import again, or upload them on their pages.',
  'problemKind-lfs': 'Files in Git LFS',
  'problemAdvice-lfs':
    'The key or token must be allowed to read Git LFS. Until then, the space keeps their last versions.',
  'problemKind-pages': 'Pages that do not exist',
  'problemAdvice-pages': 'The table of contents names them. Create the files, or remove the entries.',
  'problemKind-navigation': 'Table of contents',
  'problemAdvice-navigation':
    'Parts of it were read differently or not at all. Check the order of the pages in the space.',
  'problemKind-settings': 'Settings and front matter',
  'problemAdvice-settings': 'They were ignored. Correct them in the file, and import or sync again.',
  'problemKind-elements': 'Elements that pages do not have here',
  'problemAdvice-elements': 'They are kept as they are written. Look at these pages, and use blocks instead.',
  'problemKind-large': 'Pages and files that are too large',
  'problemAdvice-large': 'Split the pages, or make the files smaller.',
  'problemKind-leftOut': 'Files that were left out',
  'problemAdvice-leftOut':
    'Submodules, links to nowhere and unusable files are not imported. Replace them by files.',
  'problemKind-names': 'Names that are not clear',
  'problemAdvice-names':
    'Rename the files so that their names differ in more than case, and links match them exactly.',
  'problemKind-encoding': 'Files that are not UTF-8',
  'problemAdvice-encoding': 'They are kept, but cannot be edited. Save them as UTF-8.',
  'problemKind-conditions': 'Conditions that cannot be read',
  'problemAdvice-conditions': 'Visitors do not see what they apply to. Correct the conditions.',
  'problemKind-redirects': 'Redirects to nowhere',
  'problemAdvice-redirects': 'Correct their targets in the configuration, or remove them.',
  'problemKind-kept': 'Text that went into a change request',
  'problemAdvice-kept': 'Open the change request to restore what you need.',
  'problemKind-branches': 'Branches that were not synced',
  'problemAdvice-branches': 'They are tried again at the next sync, or once you have changed them.',
  'problemKind-older': 'The branch is older than the space',
  'problemAdvice-older': 'Nothing was changed. Push newer commits first.',
  'problemKind-unread': 'Not everything was read',
  'problemAdvice-unread': 'Import the rest separately, or choose a higher number of pages.',
  'problemKind-other': 'Other notes',
  'problemAdvice-other': 'Look at these pages, and correct what you miss.',
  problemDetails: 'Exact messages',
  problemPlace: '{path}, line {line}',
  problemsMore: 'one=and {count} more|other=and {count} more',
};

export type ProblemsMessages = Record<keyof typeof texts, string>;
