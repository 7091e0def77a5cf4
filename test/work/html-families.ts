import type { Family } from './markdown-families.ts';

const nest =
  (open: string, close: string): Family =>
  (n) =>
    `${open.repeat(n)}x${close.repeat(n)}`;
const run =
  (text: string): Family =>
  (n) =>
    text.repeat(n);
const within =
  (before: string, text: string, after: string): Family =>
  (n) =>
    before + text.repeat(n) + after;

const ELEMENTS =
  'a b em code span p div section pre blockquote ul ol li table tr td dl dt dd h2 figure details button iframe svg math style script template'.split(
    ' ',
  );
/** The other elements that the parser treats in a way of their own. */
const OTHER_ELEMENTS =
  'nobr font caption colgroup tbody form fieldset summary select option optgroup input label ruby rt marquee object frameset body html noscript xmp foreignobject textarea'.split(
    ' ',
  );

/** Bodies of HTML pages. */
export const htmlFamilies: Record<string, Family> = {
  ...Object.fromEntries(
    ELEMENTS.flatMap((name) => [
      [`nested <${name}>`, nest(`<${name}>`, `</${name}>`)],
      [`list of <${name}>`, run(`<${name}>a</${name}>`)],
      [`<${name}> without an end`, run(`<${name}>a`)],
      [`starts of <${name}>`, run(`<${name}>`)],
      [`ends of <${name}>`, run(`a</${name}>`)],
    ]),
  ),
  'a long table': within('<table>', '<tr><td>a</td><td>b</td></tr>', '</table>'),
  'a wide table': (n) => `<table>${`<tr>${'<td>a</td>'.repeat(n)}</tr>`.repeat(2)}</table>`,
  'a table of spans': within('<table>', '<tr><td colspan="20" rowspan="20">a</td></tr>', '</table>'),
  'cells that span very much': within(
    '<table>',
    '<tr><td colspan="1000" rowspan="65000">a</td></tr>',
    '</table>',
  ),
  'a table of lists': within('<table>', '<tr><td><ul><li>a</li></ul></td></tr>', '</table>'),
  'a table of one row that grows': (n) =>
    `<table>${'<tr><td>a</td></tr>'.repeat(n)}<tr>${'<td>a</td>'.repeat(n)}</tr></table>`,
  'tables in cells': nest('<table><tr><td>', '</td></tr></table>'),
  'text before a row': within('<table>', 'a<tr>', '</table>'),
  'lists in lists': nest('<ul><li>a', '</li></ul>'),
  'items of paragraphs': within('<ul>', '<li><p>a</p><p>b</p></li>', '</ul>'),
  'one item of many blocks': within('<ul><li>', '<p>a</p>', '</li></ul>'),
  'marks in marks': nest('<b><i><u><s>', '</s></u></i></b>'),
  'marks that cross': run('<b><i>a</b></i>'),
  'links in links': run('<a href="b">a'),
  'links in headings': within('<h2>', '<a href="b">a</a>', '</h2>'),
  'marks at blanks': run('<b> a </b>'),
  'line breaks': run('a<br>'),
  'line breaks in marks': within('<b>', 'a<br>', '</b>'),
  'blocks in marks': within('<b>', '<p>a</p>', '</b>'),
  'marks that are reopened in each paragraph': (n) => `${'<font color="a">'.repeat(n)}${'<p>a'.repeat(n)}`,
  'attributes of an element': (n) => `<a ${Array.from({ length: n }, (_, i) => `a${i}="b"`).join(' ')}>b</a>`,
  'classes of an element': within('<div class="', 'a ', '">b</div>'),
  'elements of classes': run('<div class="a b c">b</div>'),
  'a long style': within('<span style="', 'color:red;', '">b</span>'),
  'a long address': within('<a href="', '/a', '">b</a>'),
  'quotes without an end': run('<a href="'),
  'tags without an end': run('<a '),
  comments: run('<!-- a -->'),
  'comments without an end': run('<!-- a '),
  'marked sections': run('<![CDATA[ a '),
  entities: run('&amp;'),
  'entities without an end': run('&#x'),
  'names of entities without an end': run('&a'),
  blanks: within('<p>a', ' ', 'b</p>'),
  'line feeds': within('<p>a', '\n', 'b</p>'),
  'images in pictures': nest('<picture><source srcset="a">', '<img src="b"></picture>'),
  'candidates of an image': within('<img srcset="', 'a 1x, ', '">'),
  'images as data': run('<img src="data:image/png;base64,AAAA">'),
  'headings of one text': run('<h2 id="a">a</h2>'),
  'anchors before headings': within('', '<a id="a"></a>', '<h2>a</h2>'),
  'links to headings': run('<h2 id="a">a</h2><a href="#a">b</a>'),
  'lines of code': within('<pre><code>', '<span>a</span>\n', '</code></pre>'),
  formulas: run('<span class="math">\\(a\\)</span>'),
  'formulas without an end': run('\\( $ $$ '),
  tabs: run('<div role="tablist"><button role="tab">a</button></div><div role="tabpanel">b</div>'),
  admonitions: nest('<div class="admonition note"><p class="admonition-title">a</p>', '</div>'),
  'links in the heading of the page': within('<h1>a', '<a href="#a">#</a>', '</h1>'),
  'parts that are left out': run('<nav>a</nav><aside>b</aside>c'),
  'signs of Markdown': run('*_`[~|<'),
};

/** Elements that the parser puts before the table that they stand in, or ignores there. */
const IN_TABLES = ['a', 'b', 'nobr', 'p', 'li', 'dt', 'h2', 'select', 'option', 'button', 'svg'];

/** Pages of websites, whose main content is searched for: each takes longer, so there are fewer. */
export const websiteFamilies: Record<string, Family> = {
  ...Object.fromEntries(Object.entries(htmlFamilies).filter(([name]) => !/^(?:starts|ends) of/.test(name))),
  ...Object.fromEntries(
    OTHER_ELEMENTS.flatMap((name) => [
      [`list of <${name}>`, run(`<${name}>a</${name}>`)],
      [`<${name}> without an end`, run(`<${name}>a`)],
    ]),
  ),
  ...Object.fromEntries(
    IN_TABLES.map((name) => [`<${name}> in a table`, within('<table>', `<${name}>a`, '')]),
  ),
};
