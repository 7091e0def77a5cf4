import { type Html, html } from '@lectern/html/html';

/** A mail as programs show it that read HTML. */
export const mailHtml = (subject: string, body: Html | Html[]): string =>
  String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:36em">
${body}</body>
</html>
`);
