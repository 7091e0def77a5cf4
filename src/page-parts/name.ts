/** What a link to something is called: a title may be empty, and then there would be nothing to click on. */
export const nameOf = (title: string): string => (title.trim() === '' ? 'Untitled' : title);
