import { type Html, html } from '@lectern/html/html';
import type { FastifyReply } from 'fastify';
import type { Addresses } from '../addresses.ts';
import { csrfField } from '../forms.ts';
import type { PageFrame } from '../layout.ts';
import { sendPage } from '../page-shell.ts';
import { renderDone } from './done.ts';
import type { FormContext } from './form.ts';
import type { Refused } from './refused.ts';

interface FormPage extends Pick<PageFrame, 'title' | 'crumbs' | 'tabs'> {
  /** The form that was sent and refused, if the page responds to one. */
  refused?: Refused | undefined;
  render: (context: FormContext) => Html;
}

/** Sends a page with forms. It confirms what the last form did, or says why the form was refused. */
export function sendFormPage(
  reply: FastifyReply,
  addresses: Addresses,
  { refused, render, ...frame }: FormPage,
): FastifyReply {
  const { done } = reply.request.query as { done?: string };
  const context: FormContext = { csrf: csrfField(reply.request), refused, isRefusalShown: false };
  const body = render(context);
  // The form may have been on another page of a list.
  const isUntold = refused !== undefined && !context.isRefusalShown;
  const news = isUntold ? html`<p class="problem" role="alert">${refused.message}</p>` : renderDone(done);
  return sendPage(reply, addresses, { ...frame, isSignedIn: true, done: news, body });
}
