import { titleOrUntitled } from '@lectern/std/untitled';

/** Returns the title as the text of a link. A link without text could not be clicked. */
export const nameOf = (title: string): string => titleOrUntitled(title);
