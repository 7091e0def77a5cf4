/** The search of a site that a service answers to. */
import { createAsk } from './search-ask.ts';
import { openDialog } from './search-dialog.ts';

/** `address`: where answers come from; `page`: the page that lists all results. */
export const openSearch = (address: string, page: string, query: string): void =>
  openDialog(page, query, () => createAsk(address));
