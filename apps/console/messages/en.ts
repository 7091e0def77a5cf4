/** All texts of the console. Languages translate this object; a text that one lacks is a type error. */
export const english = {
  home: 'Home',
  pages: 'Pages',
  page: 'Page',
  loading: 'Loading…',
  notFoundTitle: 'Page not found',
  notFoundText: 'It was deleted, it never existed, or you do not have access to it.',
  goHome: 'Go to the start page',
};

export type Messages = typeof english;
