import { all, create } from './dom.ts';
import { tell } from './messages.ts';

const MAX_COMMENT = 512;

/** Rates the page without leaving it, and asks for a comment. */
export function enhanceFeedback(root: ParentNode): void {
  for (const form of all<HTMLFormElement>(root, 'form.feedback')) {
    form.addEventListener('submit', (event) => {
      const rating = (event.submitter as HTMLButtonElement | null)?.value;
      const thanks = form.querySelector('.feedback-thanks');
      if (!rating || !thanks) return;
      event.preventDefault();
      tell({ type: 'page_post_feedback', feedback: { rating } });
      form.querySelector('fieldset')?.remove();
      thanks.after(createComment(form, rating));
      thank(form);
    });
  }
}

function createComment(form: HTMLFormElement, rating: string): HTMLElement {
  const { comment = '', send = '' } = form.dataset;
  const field = create('textarea', { rows: '3', maxlength: String(MAX_COMMENT) });
  const button = create('button', { type: 'button', class: 'button primary' }, send);
  const part = create('div', { class: 'feedback-comment' }, create('label', {}, comment, field), button);
  button.addEventListener('click', () => {
    const text = field.value.trim();
    if (text !== '') tell({ type: 'page_post_feedback_comment', feedback: { rating, comment: text } });
    part.remove();
    thank(form);
  });
  return part;
}

function thank(form: HTMLFormElement): void {
  form.classList.add('feedback-done');
  const thanks = form.querySelector<HTMLElement>('.feedback-thanks');
  thanks?.focus({ preventScroll: true });
}
