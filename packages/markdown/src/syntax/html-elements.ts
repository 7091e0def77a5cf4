const words = (text: string): string[] => text.split(' ');

/**
 * What becomes of HTML in pages and in imported files. What a reader sees follows the list of elements that GitHub
 * shows (the default schema of hast-util-sanitize): all others are left out, and what they contain is shown.
 */

/** The elements that are blocks; all others are in a line of text. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  words(
    'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
      'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li main menu nav ol p pre section summary table ' +
      'tbody td tfoot th thead tr ul video audio object embed',
  ),
);

/** Elements whose content is no text of the page, and is never markup either. */
export const RAW_ELEMENTS: ReadonlySet<string> = new Set(
  words('script style title textarea iframe noembed noframes xmp noscript template'),
);

/** The elements of inline text that GitHub shows, by how a page shows them beyond the marks that it has. */
export const ELEMENTS_LIKE_MARKS: ReadonlyMap<string, 'italic' | 'code'> = new Map([
  ['var', 'italic'],
  ['cite', 'italic'],
  ['dfn', 'italic'],
  ['samp', 'code'],
  ['tt', 'code'],
]);

/** Elements that imported pages show nothing of. */
export const IGNORED_ELEMENTS: ReadonlySet<string> = new Set(
  words(
    'script style noscript template head title meta link base nav dialog button input select option textarea ' +
      'datalist optgroup svg canvas map area param source track slot',
  ),
);

/** Elements without a counterpart in a page, of which an import keeps the content and reports the loss. */
export const UNSUPPORTED_ELEMENTS: ReadonlySet<string> = new Set(words('applet frame frameset marquee'));

const INLINE_ELEMENTS: ReadonlySet<string> = new Set(
  words(
    'a abbr acronym b bdi bdo big br code data del dfn em font i img ins kbd label mark math meter nobr output picture ' +
      'progress q rb rp rt rtc ruby s search small span strike strong sub summary sup time tt u wbr',
  ),
);

/** Whether HTML has, or had, an element of this name. */
export const isElementName = (name: string): boolean =>
  [BLOCK_ELEMENTS, INLINE_ELEMENTS, RAW_ELEMENTS, IGNORED_ELEMENTS, UNSUPPORTED_ELEMENTS].some((names) =>
    names.has(name),
  ) || ELEMENTS_LIKE_MARKS.has(name);
