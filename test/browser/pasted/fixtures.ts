/** What programs put on the clipboard, as they write it, and the Markdown that comes of it. */
export interface PastedFixture {
  data: Record<string, string>;
  expected: string;
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const word = (body: string): string =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=EN-US style='word-wrap:break-word'><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

const item = (level: number, mark: string, text: string, list = 0): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>`;

export const FIXTURES: Record<string, PastedFixture> = {
  'nested lists of Word': {
    data: {
      'text/html': word(
        [
          item(1, '·', 'one'),
          item(2, 'o', 'inner'),
          item(3, '§', 'deep'),
          item(1, '·', 'two'),
          '<p class=MsoNormal>Between<o:p></o:p></p>',
          item(1, '1.', 'first', 1),
          item(2, 'a)', 'lettered', 1),
          item(1, '2.', 'second', 1),
        ].join('\n'),
      ),
      'text/plain': 'one',
    },
    expected: '* one\n  * inner\n    * deep\n* two\n\nBetween\n\n1. first\n   1. lettered\n2. second',
  },
  'headings, colors and quotes of Word': {
    data: {
      'text/html': word(
        `<p class=MsoTitle>The title</p><h1>Chapter<o:p></o:p></h1><p class=MsoNormal><span style='color:red;background:yellow;mso-highlight:yellow'>Red</span> “smart” – ‘quotes’ … <b><i>both</i></b><span style='mso-spacerun:yes'>  </span>end<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><h2>Part</h2>`,
      ),
      'text/plain': 'x',
    },
    expected: '## The title\n\n## Chapter\n\nRed “smart” – ‘quotes’ … _**both**_ end\n\n## Part',
  },
  'footnotes of Word': {
    data: {
      'text/html': word(
        `<p class=MsoNormal>It is known<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a> for long.</p><div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> Says the source.<o:p></o:p></p></div></div>`,
      ),
      'text/plain': 'x',
    },
    expected: 'It is known[^1] for long.\n\n[^1]: Says the source.',
  },
  'a table of Word with merged cells': {
    data: {
      'text/html': word(
        `<table class=MsoTableGrid border=1><tr><td width=200 colspan=2><p class=MsoNormal><b>Both</b><o:p></o:p></p></td><td><p class=MsoNormal>C</p></td></tr><tr><td rowspan=2><p class=MsoNormal>tall</p></td><td><p class=MsoNormal>b1</p></td><td><p class=MsoNormal>c1</p></td></tr><tr><td><p class=MsoNormal>b2</p></td><td><p class=MsoNormal>c2</p></td></tr></table>`,
      ),
      'text/plain': 'x',
    },
    expected:
      '<table><thead><tr><th>Both</th><th></th><th>C</th></tr></thead><tbody><tr><td rowspan="2">tall</td><td>b1</td><td>c1</td></tr><tr><td>b2</td><td>c2</td></tr></tbody></table>',
  },
  'a checklist and code of Google Docs': {
    data: {
      'text/html': `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-2"><h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#ff0000;font-weight:400;">Plan</span></h1><ul style="margin-top:0;"><li dir="ltr" role="checkbox" aria-checked="false" style="list-style-type:none;" aria-level="1"><img src="${PIXEL}" width="17px" height="18px" alt="unchecked" aria-roledescription="checkbox"/><p dir="ltr" style="display:inline-block;" role="presentation"><span>open</span></p></li><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="${PIXEL}" alt="checked"/><p dir="ltr" role="presentation"><span style="text-decoration:line-through;">done</span></p></li></ul><p dir="ltr"><span style="font-family:'Courier New',monospace;">npm start</span><span> starts </span><a href="https://example.com/x" style="text-decoration:none;"><span style="text-decoration:underline;color:#1155cc;">it</span></a><span>.</span></p></b>`,
      'text/plain': 'x',
    },
    expected: '## Plan\n\n* [ ] open\n* [x] ~~done~~\n\n`npm start` starts [it](https://example.com/x).',
  },
  'a checklist of Notion': {
    data: {
      'text/html': `<meta charset='utf-8'><h2>Tasks</h2>\n<ul>\n<li>[ ] open</li>\n<li>[x] <strong>done</strong></li>\n</ul>\n<p>Text with <code>code</code> and <a href="https://example.com">a link</a></p>\n<!-- notionvc: 2 -->`,
      'text/plain': 'x',
    },
    expected: '## Tasks\n\n* [ ] open\n* [x] **done**\n\nText with `code` and [a link](https://example.com)',
  },
  'merged cells of Excel': {
    data: {
      'text/html': `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style>td{color:black}</style></head><body><table border=0 cellpadding=0 cellspacing=0 width=192><!--StartFragment--><col width=64 span=3><tr height=20><td height=20 class=xl65>Name</td><td>Q1</td><td>Q2</td></tr><tr height=20><td height=20>a</td><td colspan=2 class=xl66>1,5</td></tr><tr><td>b</td><td align=right>2</td><td></td></tr><!--EndFragment--></table></body></html>`,
      'text/plain': 'Name\tQ1\tQ2\r\na\t1,5\t\r\nb\t2\t\r\n',
    },
    expected:
      '<table><thead><tr><th>Name</th><th>Q1</th><th>Q2</th></tr></thead><tbody><tr><td>a</td><td colspan="2">1,5</td></tr><tr><td>b</td><td>2</td><td></td></tr></tbody></table>',
  },
  LibreOffice: {
    data: {
      'text/html': `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/><style type="text/css">p { margin-bottom: 0.25cm }</style></head><body lang="en-US"><h1 class="western">Guide</h1><p style="line-height: 100%; margin-bottom: 0cm">A <font color="#c9211e"><b>red</b></font> word<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>.</p><ol><li><p>one</p><ul><li><p>inner</p></li></ul></li><li><p>two</p></li></ol><div id="sdfootnote1"><p class="sdfootnote-western"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>The note.</p></div></body></html>`,
      'text/plain': 'x',
    },
    expected: '## Guide\n\nA **red** word[^1].\n\n1. one\n   * inner\n2. two\n\n[^1]: The note.',
  },
  'a page of the web': {
    data: {
      'text/html': `<h3 id="x" style="color:blue">Set up</h3><p>See <span style="background-color:yellow">the</span> <a href="/relative">guide</a>, H<sub>2</sub>O.</p><div class="highlight highlight-source-shell"><pre>npm install\n  <span class="pl-c1">npm</span> start</pre></div><pre><code class="language-js">let a = 1;\n\nlet b;</code></pre><blockquote><p>Said</p></blockquote><figure><img src="https://example.com/a.png" alt="A plan"><figcaption>The plan</figcaption></figure><details><summary>More</summary><p>Folded</p></details><hr><p>End<script>alert(1)</script></p>`,
      'text/plain': 'x',
    },
    expected:
      '### Set up\n\nSee the guide, H<sub>2</sub>O.\n\n```shell\nnpm install\n  npm start\n```\n\n```js\nlet a = 1;\n\nlet b;\n```\n\n> Said\n\n<figure><img src="https://example.com/a.png" alt="A plan"><figcaption><p>The plan</p></figcaption></figure>\n\n<details>\n\n<summary>More</summary>\n\nFolded\n\n</details>\n\n***\n\nEnd',
  },
  'code of VS Code': {
    data: {
      'text/html': `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, 'Courier New', monospace;font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #569cd6;">const</span> a = [<span>1</span>](<span>2</span>);</div><div>  <span style="color: #6a9955;"># b</span></div></div>`,
      'text/plain': 'const a = [1](2);\n  # b',
      'vscode-editor-data': '{"version":1,"isFromEmptySelection":false,"mode":"typescript"}',
    },
    expected: '```typescript\nconst a = [1](2);\n  # b\n```',
  },
  'Markdown of VS Code': {
    data: {
      'text/html': `<meta charset='utf-8'><div style="font-family: Menlo, Monaco, 'Courier New', monospace;white-space: pre;"><div># Not code</div><div>* one</div></div>`,
      'text/plain': '## Not code\n\n* one',
      'vscode-editor-data': '{"version":1,"mode":"markdown"}',
    },
    expected: '## Not code\n\n* one',
  },
  'code of JetBrains': {
    data: {
      'text/html': `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;">fun </span>main() {<br>    println(<span style="color:#6a8759;">&quot;x&quot;</span>)<br>}</pre></body></html>`,
      'text/plain': 'fun main() {\n    println("x")\n}',
    },
    expected: '```\nfun main() {\n    println("x")\n}\n```',
  },
};

/** A picture that is in the HTML itself, which is uploaded. */
export const WITH_PICTURE = `<p>Above</p><p><img src="${PIXEL}" alt="A dot"></p><p>Below</p>`;
