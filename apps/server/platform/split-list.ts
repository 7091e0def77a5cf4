/** The values of a setting that separates them by commas, without the white space around them. Some can be empty. */
export const splitList = (text: string): string[] => text.split(',').map((value) => value.trim());
