/** Returns the text of a link: an empty title would leave nothing to click on. */
export const nameOf = (title: string): string => (title.trim() === '' ? 'Untitled' : title);
