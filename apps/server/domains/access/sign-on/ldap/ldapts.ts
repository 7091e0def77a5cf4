/** Loaded at the first use: most instances have no directory. */
export const loadLdapts = () => import('ldapts');
