import { describe, expect, test } from 'vitest';
import { findFaults } from '../../../test/fixtures/rendering/find-faults.ts';
import { render, renderHtml } from '../../../test/fixtures/rendering/rendering.ts';

describe('headings', () => {
  test('have anchors, also when the same content stands twice in a page', async () => {
    const { html, outline } = await render('## One\n\n### Two\n\n## One\n');
    expect(String(html)).toContain(
      '<h2 id="one" class="anchored">One\u00a0<a class="anchor" href="#one" aria-label="Link to this section">#</a></h2>',
    );
    expect(outline).toEqual([
      { id: 'one', title: 'One', level: 1 },
      { id: 'two', title: 'Two', level: 2 },
      { id: 'one-1', title: 'One', level: 1 },
    ]);
  });

  test('are listed in the outline unless they are folded away or in a box', async () => {
    const { outline } = await render(
      [
        '## Listed',
        '{% hint style="info" %}\n### Title of a hint\n{% endhint %}',
        '{% tabs %}\n{% tab title="A" %}\n### In a tab\n{% endtab %}\n{% endtabs %}',
        '<details>\n\n<summary>More</summary>\n\n### Folded\n\n</details>',
        '{% stepper %}\n{% step %}\n### A step\n{% endstep %}\n{% endstepper %}',
      ].join('\n\n'),
    );
    expect(outline.map(({ title }) => title)).toEqual(['Listed', 'A step']);
  });
});

describe('a heading without a name', () => {
  test('of an icon alone looks like one, but is none for screen readers', async () => {
    const html = await renderHtml('### <i class="fa-rocket">:rocket:</i>\n\n### After\n');
    expect(html).toMatch(/^<p class="like-h3"[^>]*><svg class="icon"[^>]*>.*<\/svg><\/p>\n<h3/);
    expect(html).toContain('aria-level="2"');
  });

  test.each(['##\n\nText.', '## \\\n\nText.', '<h2></h2>\n\nText.'])(
    '%j of nothing is left out',
    async (markdown) => {
      expect(await renderHtml(markdown)).not.toMatch(/<h\d[^>]*>\s*<\/h/);
    },
  );

  test.each(['## 😀', '## $$x$$', '## <code class="expression">x</code>', '## [](a.md)x'])(
    '%j has one',
    async (markdown) => {
      expect(await renderHtml(markdown)).toMatch(/^<h2/);
    },
  );
});

describe('blocks with content', () => {
  test.each(['info', 'success', 'warning', 'danger'])(
    'a hint of style “%s” has a symbol and a name',
    async (style) => {
      const html = await renderHtml(`{% hint style="${style}" %}\nText.\n{% endhint %}`);
      expect(html).toMatch(
        new RegExp(`<aside class="hint hint-${style}" role="note" aria-label="[^"]+"><svg .*<p>Text.</p>`),
      );
    },
  );

  test('a hint shows its own icon, and its usual one if there is none of that name', async () => {
    const [own, unknown, usual] = await Promise.all(
      [' icon="rocket"', ' icon="no-such-icon"', ''].map((icon) =>
        renderHtml(`{% hint style="info"${icon} %}\nText.\n{% endhint %}`),
      ),
    );
    expect(own).toContain('viewBox="0 0 512 512"');
    expect(unknown).toBe(usual);
  });

  test('tabs, steps, columns and expandables are complete without scripts', async () => {
    const html = await renderHtml(
      [
        '{% tabs %}\n{% tab title="One" %}\nFirst.\n{% endtab %}\n\n{% tab title="Two" %}\nSecond.\n{% endtab %}\n{% endtabs %}',
        '{% stepper %}\n{% step %}\n### Do\n\nThis.\n{% endstep %}\n{% endstepper %}',
        '{% columns %}\n{% column width="33.3%" %}\nLeft.\n{% endcolumn %}\n\n{% column %}\nRight.\n{% endcolumn %}\n{% endcolumns %}',
        '<details open>\n\n<summary>More **now**</summary>\n\nText.\n\n</details>',
      ].join('\n\n'),
    );
    expect(html).toContain(
      '<div class="tabs-block" data-tabs><section class="tab" id="one"><p class="tab-title">One</p><p>First.</p>',
    );
    expect(html).toContain('<ol class="steps"><li class="step"><h3 id="do"');
    expect(html).toContain('<div class="column w-35"><p>Left.</p>');
    expect(html).toMatch(/<details class="expandable"[^>]* open><summary><span>More/);
  });

  test('lists are tight, and tasks have checkboxes with names', async () => {
    expect(await renderHtml('* one\n  * two\n\n3. three\n')).toBe(
      '<ul><li>one\n<ul><li>two</li></ul>\n</li></ul>\n<ol start="3"><li>three</li></ol>\n',
    );
    expect(await renderHtml('- [x] yes\n- [ ] no\n')).toBe(
      '<ul class="tasks"><li class="task"><input type="checkbox" disabled checked aria-label="Done"><div>yes</div></li><li class="task"><input type="checkbox" disabled aria-label="To do"><div>no</div></li></ul>\n',
    );
  });

  test('updates have dates and tags', async () => {
    const html = await renderHtml(
      '{% updates format="full" %}\n{% update date="2026-04-29" tags="new" %}\n## Two\n{% endupdate %}\n{% endupdates %}',
    );
    expect(html).toContain(
      '<time datetime="2026-04-29">April 29, 2026</time><ul class="chips"><li class="chip">new</li></ul>',
    );
  });

  test('a block of full width makes the page wide', async () => {
    const table =
      '<table data-full-width="true"><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>';
    const { html, isWide } = await render(table);
    expect([isWide, String(html).includes('class="table full-width"')]).toEqual([true, true]);
    expect((await render('Text.')).isWide).toBe(false);
  });
});

describe('inlines', () => {
  test('break long names and paths in code after their parts', async () => {
    const codeOf = async (code: string): Promise<string | undefined> =>
      /<code>(.*)<\/code>/.exec(await renderHtml(`\`${code}\``))?.[1];
    expect(await codeOf('LECTERN_SITES_PORT')).toBe('LECTERN_<wbr>SITES_<wbr>PORT');
    expect(await codeOf('GET /v1/spaces/{id}')).toBe('GET /v1/<wbr>spaces/<wbr>{id}');
    expect(await codeOf('a_short/name')).toBe('a_short/name');
  });

  test.each([
    [
      'an underline',
      'a <u>b **c** [d](https://e.com)</u> e',
      '<p>a <u>b <strong>c</strong> <a href="https://e.com" rel="noreferrer">d</a></u> e</p>\n',
    ],
    ['small and inserted text', '<small>a <ins>b</ins></small>', '<p><small>a <ins>b</ins></small></p>\n'],
    ['an underline that is not closed', 'a <u>b <small>c</small>', '<p>a b <small>c</small></p>\n'],
    ['underlines in the wrong order', '<u>a <small>b</u> c</small>', '<p>a <small>b c</small></p>\n'],
    ['a color', '<mark style="color:blue;">x</mark>', '<p><span class="c-blue">x</span></p>\n'],
    [
      'a background',
      '<mark style="background-color:green;">x</mark>',
      '<p><mark class="b-green">x</mark></p>\n',
    ],
    ['a link', '[x](a.md)', '<p><a href="/p/a" rel="noreferrer">x</a></p>\n'],
    ['a link to a section', '[x](#y)', '<p><a href="#y" rel="noreferrer">x</a></p>\n'],
    [
      'a button',
      '<a href="a.md" class="button primary">Go</a>',
      '<p><a class="button primary" href="/p/a" rel="noreferrer"><span>Go</span></a></p>\n',
    ],
    [
      'a button that searches, for a script to show',
      '<button type="button" class="button secondary" data-action="search" data-query="x">Find</button>',
      '<p><button type="button" class="button secondary" data-action="search" data-query="x" hidden><span>Find</span></button></p>\n',
    ],
  ])('%s', async (_what, markdown, html) => {
    expect(await renderHtml(markdown)).toBe(html);
  });

  test('a note opens from its text, and stands in brackets within a link', async () => {
    const note = '\n\n[^1]: Some **note**.';
    expect(await renderHtml(`text[^1]${note}`)).toContain(
      '<button type="button" class="annotation" popovertarget="note">text</button><span class="annotation-note" popover id="note" role="note">Some <strong>note</strong>.</span>',
    );
  });

  test('an icon is inline, and an unknown one is left out', async () => {
    expect(await renderHtml('<i class="fa-github">:github:</i>')).toMatch(
      /^<p><svg class="icon" viewBox="0 0 496 512"[^>]*><path d="M[^"]+"\/><\/svg><\/p>\n$/,
    );
    expect(await renderHtml('a <i class="fa-nonsense">:nonsense:</i>')).not.toContain('<svg');
  });
});

describe('hostile content', () => {
  const payload = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  test.each([
    ['a heading', `## ${payload}`],
    ['a hint', `{% hint style="info" icon="${payload}" %}\n${payload}\n{% endhint %}`],
    ['a link', '[x](javascript:alert(1)) [y](data:text/html,x) <a href="javascript:alert(1)">z</a>'],
    ['a button', '<a href="javascript:alert(1)" class="button primary" data-icon="&quot;><script>">x</a>'],
    ['the title of code', `{% code title='${payload}' %}\n\`\`\`js\n${payload}\n\`\`\`\n{% endcode %}`],
    ['the syntax of code', `\`\`\`x"onmouseover="alert(1)\n${payload}\n\`\`\``],
    ['the syntax of code as a path', '```../../package\nx\n```'],
    ['code with colors', `\`\`\`html\n${payload}\n\`\`\``],
    ['a diff', `\`\`\`diff\n+${payload}\n\`\`\``],
    ['a formula', `$$\n\\text{${payload}} \\href{javascript:alert(1)}{x} \\class{x" onclick="y}{z}\n$$`],
    ['a formula that is drawn', '$$\n\\text{<img src=x onerror=alert(1)>} \\color{red}x\n$$'],
    ['a formula in a line', `$$\\url{javascript:alert(1)}$$ $$<script>$$`],
    ['a diagram', `\`\`\`mermaid\n${payload}\n\`\`\``],
    [
      'a picture',
      `<figure><img src="a.png" alt="&quot; onload=&quot;alert(1)" width="1&quot; onload=&quot;x"><figcaption><p>${payload}</p></figcaption></figure>`,
    ],
    [
      'a picture elsewhere',
      '<figure><img src="javascript:alert(1)" alt="x"><figcaption></figcaption></figure>',
    ],
    ['a table', `| ${payload} |\n| --- |\n| ${payload} |`],
    [
      'options',
      `<table><thead><tr><th><select><option value="a" label="&lt;script>" color="red&quot; onclick=&quot;"></option></select></th></tr></thead><tbody><tr><td><span data-option="a">x</span></td></tr></tbody></table>`,
    ],
    ['an embedded page', '{% embed url="javascript:alert(1)" %}'],
    ['an embedded page with quotes', `{% embed url="https://example.com/'><script>alert(1)</script>" %}`],
    ['a file', '{% file src="javascript:alert(1)" %}'],
    ['tabs', `{% tabs %}\n{% tab title='${payload}' %}\nx\n{% endtab %}\n{% endtabs %}`],
    [
      'an update',
      `{% updates format="full" %}\n{% update date="${payload}" tags="<script>" %}\nx\n{% endupdate %}\n{% endupdates %}`,
    ],
    ['a prompt', `{% prompt description='${payload}' %}\n\`\`\`\n${payload}\n\`\`\`\n{% endprompt %}`],
    [
      'an operation',
      `{% openapi-operation spec="x" path='${payload}' method="get&quot; onclick=&quot;" %}\n[x](javascript:alert(1))\n{% endopenapi-operation %}`,
    ],
    ['an explicit id', '## x <a href="#x" id="x&quot; onclick=&quot;alert(1)"></a>'],
    ['a color', '<mark style="color:url(javascript:alert(1));">x</mark>'],
    ['plain HTML', `<div onclick="alert(1)" style="position:fixed"><script>alert(1)</script></div>`],
  ])('runs nothing in %s', async (_where, markdown) => {
    expect(findFaults(await renderHtml(`${markdown}\n\nEnd.`))).toEqual([]);
  });

  test('is found by this test where it is', () => {
    const faulty =
      '<p style="x" onclick="y" id="a"><a href=" javascript:x" id="a">x</a><script>z</script><img src="https://other.example/x.png"><b></p>';
    expect(findFaults(faulty)).toEqual(
      expect.arrayContaining([
        'style of <p>',
        'onclick of <p>',
        'href=" javascript:x"',
        'id a twice',
        '<script>',
        'src="https://other.example/x.png"',
        'unclosed <b>',
      ]),
    );
  });
});

describe('smaller sizes of a picture', () => {
  const sizesOf = async (markdown: string): Promise<string[]> =>
    [...(await renderHtml(markdown)).matchAll(/ sizes="([^"]*)"/g)].map(([, sizes]) => sizes as string);

  test('are named with the picture itself, for browsers to choose from', async () => {
    expect(await renderHtml('![A wall](large.png)')).toContain(
      '<img src="/f/large.png" alt="A wall" decoding="async" srcset="/f/large.png?width=480 480w, /f/large.png 2000w" sizes="min(672px, 100vw - 40px)" width="2000" height="1000" data-zoom>',
    );
    expect(await renderHtml('![](small.png)')).not.toMatch(/srcset|sizes/);
  });

  test('suit the place where it is shown', async () => {
    const figure = (attributes: string): string =>
      `<figure><img src="large.png" alt="" ${attributes}><figcaption></figcaption></figure>`;
    expect(await sizesOf(figure('width="300"'))).toEqual(['min(300px, 100vw - 40px)']);
    expect(await sizesOf(figure('width="50%"'))).toEqual(['min(336px, 50vw - 20px)']);
    expect(await sizesOf('Text with ![](large.png) in it.')).toEqual(['min(672px, 100vw - 40px)']);
    expect(await sizesOf('Text with <img src="large.png" alt="" data-size="line"> in it.')).toEqual([]);
    expect(
      await sizesOf('<div data-full-width="true"><figure><img src="large.png" alt=""></figure></div>'),
    ).toEqual(['min(1144px, 100vw - 40px)']);
    expect(
      await sizesOf(
        '<div><figure><img src="large.png" alt=""></figure> <figure><img src="large-2.png" alt=""></figure></div>',
      ),
    ).toEqual(['min(480px, 100vw - 40px)', 'min(480px, 100vw - 40px)']);
  });

  test('are those of the light and of the dark picture', async () => {
    const html = await renderHtml(
      '<picture><source srcset="large-dark.png" media="(prefers-color-scheme: dark)"><img src="large.png" alt=""></picture>',
    );
    expect(html).toContain('srcset="/f/large.png?width=480 480w, /f/large.png 2000w"');
    expect(html).toContain('srcset="/f/large-dark.png?width=480 480w, /f/large-dark.png 2000w"');
  });

  test('are in the covers of cards', async () => {
    const html = await renderHtml(
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>One</td><td><a href="large.png">large.png</a></td></tr></tbody></table>',
    );
    expect(html).toContain('sizes="min(480px, 100vw - 40px)"');
  });
});
