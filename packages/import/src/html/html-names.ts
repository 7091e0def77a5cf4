/** The elements that stand among blocks; all others stand in a line of text. */
export const BLOCK_ELEMENTS = new Set(
  (
    'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li main menu nav ol p pre section summary table ' +
    'tbody td tfoot th thead tr ul video audio object embed'
  ).split(' '),
);

/** Elements that readers do not see as text of the page. */
export const IGNORED_ELEMENTS = new Set(
  (
    'script style noscript template head title meta link base nav dialog form button input select option textarea ' +
    'datalist optgroup svg canvas map area param source track slot'
  ).split(' '),
);

/** Elements without a counterpart in a page, whose loss is reported. */
export const UNSUPPORTED_ELEMENTS = new Set(['object', 'embed', 'applet', 'frame', 'frameset', 'marquee']);
